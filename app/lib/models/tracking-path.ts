/** The path of the page on which an order is followed. Apart from the messages, because pages link to it. */
export function getTrackingPath(token: string): string {
  return `/order/${encodeURIComponent(token)}`;
}

/** Any path as logs and traces may have it: with the token of an order, whoever reads them could cancel the order. */
export function hideTrackingToken(path: string): string {
  return path.replace(/^(\/+order\/+)[^/?]+/i, "$1…");
}
