/** The status and Content-Range of a partial response. */

/** Bounds count from 0; the total is null when it was not requested. */
export function formatContentRange(first: number, last: number, total: number | null): string {
  const rows = total !== 0 && first <= last ? `${first}-${last}` : "*";
  return `${rows}/${total ?? "*"}`;
}

export function getRangeStatus(first: number, last: number, total: number | null): 200 | 206 | 416 {
  if (total === null) return 200;
  if (first > total) return 416;
  return last - first + 1 < total ? 206 : 200;
}
