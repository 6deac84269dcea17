/** The request's headers and cookies as the JSON objects that the database reads. */

/** Names are in lower case. The headers leave out the cookie header. */
export function serializeHeaders(headers: Headers): { headers: string; cookies: string } {
  const plain: Record<string, string> = {};
  let cookies = "{}";
  headers.forEach((value, name) => {
    if (name === "cookie") cookies = JSON.stringify(parseCookies(value));
    else plain[name] = value;
  });
  return { headers: JSON.stringify(plain), cookies };
}

function parseCookies(header: string): Record<string, string> {
  const pairs = header.split(";").map((pair) => {
    const at = pair.indexOf("=");
    return at === -1 ? ["", pair.trim()] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  return Object.fromEntries(pairs);
}
