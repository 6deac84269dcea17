/** Undefined when the text is no JSON: it comes from clients, or from whoever may notify. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
