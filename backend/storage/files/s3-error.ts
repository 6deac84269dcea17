/** A request to the bucket that failed. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  /** The HTTP status of the answer; null when there was none, or none of S3. */
  readonly status: number | null;

  constructor(status: number | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }

  /** From an error response. */
  static async read(response: Response): Promise<S3Error> {
    const text = await response.text();
    const message = /<Message>(?<message>[^<]*)/.exec(text)?.groups?.message ?? text.slice(0, 200);
    return new S3Error(response.status, `S3 answers ${response.status}: ${message}`);
  }
}
