/** Validates image URLs in forms, by the same rule as the database. */

const MAX_LENGTH = 2000;

/** Whether the text is an absolute URL or a path of this site. */
export function isImageUrl(text: string): boolean {
  return (
    /^(https?:\/\/|\/)\S+$/.test(text) &&
    text.length <= MAX_LENGTH &&
    URL.canParse(text, "https://exemple.bf")
  );
}
