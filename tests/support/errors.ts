/** What a page logged as errors while a test ran. */

const forgiven = new WeakMap<string[], RegExp[]>();

/**
 * Takes the errors that a test provoked off the list, also those that a page still logs before it is closed: a screen
 * that follows the database asks again. Every other one still fails the test.
 */
export function forgive(errors: string[], what: RegExp): void {
  forgiven.set(errors, [...(forgiven.get(errors) ?? []), what]);
  errors.splice(0, errors.length, ...unforgiven(errors));
}

/** The errors that nobody provoked. */
export function unforgiven(errors: string[]): string[] {
  const patterns = forgiven.get(errors) ?? [];
  return errors.filter((error) => !patterns.some((pattern) => pattern.test(error)));
}
