/**
 * PostgREST takes an argument of a function for a filter of its rows when it begins like one, and then finds no function
 * without the argument: a search for «cd.rom» or «in.5» would fail. With a space before it, it is a text.
 */
const LIKE_FILTER =
  /^(?<start>[^?]+\/rpc\/\w+\?(?:[^&]*&)*?(?:query|search)=)(?=(?:not\.)?[a-z]+(?:%28[^&]*%29)?\.)/;

/** The URL of a request, with what is searched for as a text. */
export function toPlainSearch(url: string): string {
  return url.replace(LIKE_FILTER, "$<start>+");
}
