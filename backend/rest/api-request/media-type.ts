/** The Accept header as a list of media types, best first. */

export interface AcceptedType {
  /** Lower-case, without parameters. */
  type: string;
  /** Names lower-case, `q` left out. */
  parameters: ReadonlyMap<string, string>;
}

export const JSON_TYPE = "application/json";

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();
const ANYTHING: AcceptedType[] = [{ type: "*/*", parameters: NO_PARAMETERS }];
const JUST_JSON: AcceptedType[] = [{ type: JSON_TYPE, parameters: NO_PARAMETERS }];

/** A part of the header, or a parameter of a part: text in quotes may hold any separator. */
const PART = /(?:"(?:[^"\\]|\\.)*"|[^",])+/g;
const PARAMETER = /;\s*([a-z0-9-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^";,\s]*))/gi;

/** Without a header anything will do. A type with `q=0` is left out. */
export function acceptedTypes(header: string | null): AcceptedType[] {
  if (header === null || header === "" || header === "*/*") return ANYTHING;
  if (header === JSON_TYPE) return JUST_JSON;
  return (header.match(PART) ?? [])
    .map(readPart)
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q);
}

function readPart(part: string): AcceptedType & { q: number } {
  const type = part.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, plain] of part.matchAll(PARAMETER)) {
    parameters.set(name.toLowerCase(), quoted ?? plain ?? "");
  }
  const weight = parameters.get("q");
  parameters.delete("q");
  return { type, parameters, q: weight === undefined ? 1 : Number(weight) || 0 };
}
