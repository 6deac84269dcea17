/** The path of the page on which an order is followed. Apart from the messages, because pages link to it. */
export function getTrackingPath(token: string): string {
  return `/order/${encodeURIComponent(token)}`;
}
