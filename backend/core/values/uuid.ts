/** Whether the text is a UUID, in either case. Postgres rejects any other text as the value of a uuid column. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
