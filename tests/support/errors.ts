/** The errors that a page logged while a test ran. */

const allowedPatterns = new WeakMap<string[], RegExp[]>();

/**
 * Allows the errors that a test causes, also those that the page logs until it is closed: a screen with live
 * updates requests its data again. Every other error still fails the test.
 */
export function allowErrors(errors: string[], pattern: RegExp): void {
  allowedPatterns.set(errors, [...(allowedPatterns.get(errors) ?? []), pattern]);
  errors.splice(0, errors.length, ...listUnexpectedErrors(errors));
}

/** The errors that match no allowed pattern. */
export function listUnexpectedErrors(errors: string[]): string[] {
  const patterns = allowedPatterns.get(errors) ?? [];
  return errors.filter((error) => !patterns.some((pattern) => pattern.test(error)));
}
