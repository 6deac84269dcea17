/**
 * Which regular expressions of strangers Postgres may evaluate. References back and looking around make one slow, for
 * seconds on a single row; without them the time grows linearly with the text.
 */
export const COSTLY_PATTERN_MESSAGE = "takes neither references back nor looking around";

/** Backslashes do not hide a group: in the text of an array they also stand before what needs none. */
export function isCostlyPattern(pattern: string): boolean {
  return /\\[1-9]/.test(pattern) || /\(\?[=!<]/.test(pattern.replaceAll("\\", ""));
}
