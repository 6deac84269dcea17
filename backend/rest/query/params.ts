/** Collects the values of a statement; what goes into the text is only their numbers. */

/** What may be kept and run again: it says where the request's body goes, not what it is. */
export interface Statement {
  text: string;
  /** Null: the body. */
  params: (string | null)[];
}

export interface BoundStatement {
  text: string;
  /** All as text, of a type that the place they stand in decides. */
  params: string[];
}

export class Params {
  readonly values: (string | null)[] = [];

  /** The placeholder of a value. */
  add(value: string): string {
    return `$${this.values.push(value)}`;
  }

  addBody(): string {
    return `$${this.values.push(null)}`;
  }
}

/** Puts the body where the statement says that it goes. */
export function bind({ text, params }: Statement, body: string): BoundStatement {
  return { text, params: params.map((value) => value ?? body) };
}
