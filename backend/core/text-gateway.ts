/** Sends text messages through any gateway with an HTTP POST API. The auth service and the shop's jobs share it. */

/** The gateway, which receives a POST. `{phone}` and `{message}` are replaced. */
export interface TextGateway {
  url: string;
  body: string;
  /** The value of the Authorization header. Holds a secret. */
  authorization: string | null;
}

/** The message holds neither number nor text. */
export class TextGatewayError extends Error {
  override readonly name = "TextGatewayError";
  /** The HTTP status of the response; null without one. */
  readonly status: number | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

const TIMEOUT_MS = 5_000;

/**
 * Sends a message to a number in international digits. Rejects with a TextGatewayError.
 * @param signal aborts it earlier than its own deadline
 */
export async function sendText(
  { url, body, authorization }: TextGateway,
  { phone, message }: { phone: string; message: string },
  signal?: AbortSignal,
): Promise<void> {
  const isJson = body.trimStart().startsWith("{") || body.trimStart().startsWith("[");
  const filled = (template: string, write: (value: string) => string) =>
    template.replaceAll("{phone}", () => write(phone)).replaceAll("{message}", () => write(message));
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(filled(url, encodeURIComponent), {
      method: "POST",
      body: filled(body, isJson ? (value) => JSON.stringify(value).slice(1, -1) : encodeURIComponent),
      headers: {
        "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
        ...(authorization && { authorization }),
      },
      redirect: "error",
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    await response.body?.cancel();
  } catch (error) {
    throw new TextGatewayError("The provider did not answer", null, { cause: error });
  }
  if (!response.ok) throw new TextGatewayError(`The provider answered ${response.status}`, response.status);
}
