/**
 * Whether the text is a UUID, in either case. Ids come from URLs and from the browser's storage, and the database
 * responds with an error to any other text.
 */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
