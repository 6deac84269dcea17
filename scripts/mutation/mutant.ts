/** A mutant: one small fault in one file, which the tests of its target must notice. */
export interface Mutant {
  /** Relative to the repository. */
  file: string;
  /** The offsets of the replaced text in the file. */
  start: number;
  end: number;
  replacement: string;
}

/** The line of the mutant, and what changes: `app/x.ts:12: a < b -> a <= b`. */
export function describeMutant({ file, start, end, replacement }: Mutant, text: string): string {
  const line = text.slice(0, start).split("\n").length;
  return `${file}:${line}: ${shorten(text.slice(start, end))} -> ${shorten(replacement) || "(removed)"}`;
}

export function applyMutant(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
