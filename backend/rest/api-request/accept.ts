/** Parses the Accept header into a list of media types, best first. */

export interface AcceptedType {
  /** In lower case, without parameters. */
  type: string;
  /** Names in lower case, without `q`. */
  parameters: ReadonlyMap<string, string>;
}

export const JSON_TYPE = "application/json";

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();
const ANYTHING: AcceptedType[] = [{ type: "*/*", parameters: NO_PARAMETERS }];
const ONLY_JSON: AcceptedType[] = [{ type: JSON_TYPE, parameters: NO_PARAMETERS }];

/**
 * A part of the header, or a parameter of a part. Quoted text may contain any separator, and without its end it is the
 * rest of the header: to look for the end again after each quotation mark would take seconds.
 */
const PART = /(?:"(?:[^"\\]|\\.?)*(?:"|$)|[^",])+/g;
const PARAMETER = /;\s*([a-z0-9-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^";,\s]*))/gi;

/** Without a header any type is accepted. A type with `q=0` is left out. */
export function parseAccept(header: string | null): AcceptedType[] {
  if (header === null || header === "" || header === "*/*") return ANYTHING;
  if (header === JSON_TYPE) return ONLY_JSON;
  return (header.match(PART) ?? [])
    .map(parseAcceptPart)
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q || getSpecificity(b) - getSpecificity(a));
}

/** Of types with the same weight the more specific one is preferred, as HTTP wants it. */
function getSpecificity({ type, parameters }: AcceptedType): number {
  return parameters.size - type.split("*").length;
}

function parseAcceptPart(part: string): AcceptedType & { q: number } {
  const type = part.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, plain] of part.matchAll(PARAMETER)) {
    parameters.set(name.toLowerCase(), quoted ?? plain ?? "");
  }
  const weight = parameters.get("q");
  parameters.delete("q");
  return { type, parameters, q: weight === undefined ? 1 : Number(weight) || 0 };
}
