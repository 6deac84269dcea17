/** Collects the values of a statement; what goes into the text is only their numbers. */

export interface Statement {
  text: string;
  /** All as text, of a type that the place they stand in decides. */
  params: string[];
}

export class Params {
  readonly values: string[] = [];

  /** The placeholder of a value. */
  add(value: string): string {
    return `$${this.values.push(value)}`;
  }
}
