/** Collects the values of a statement; its text contains only their numbers. */

/**
 * A statement that can be cached and run again: it contains the position of the request's body, not its
 * content.
 */
export interface Statement {
  text: string;
  /** Null stands for the body. */
  params: (string | null)[];
}

export interface BoundStatement {
  text: string;
  /** All values are text; their position in the statement decides their type. */
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

/** Inserts the body at its position. */
export function bind({ text, params }: Statement, body: string): BoundStatement {
  return { text, params: params.map((value) => value ?? body) };
}
