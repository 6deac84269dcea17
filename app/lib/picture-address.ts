/** What may stand as the address of a picture: the database's own rule, for forms. */

const MAX_LENGTH = 2000;

/** An address of another site or a path of this one. */
export function isPictureAddress(text: string): boolean {
  return (
    /^(https?:\/\/|\/)\S+$/.test(text) &&
    text.length <= MAX_LENGTH &&
    URL.canParse(text, "https://exemple.bf")
  );
}
