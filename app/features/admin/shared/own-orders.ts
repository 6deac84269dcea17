/** The orders that were entered in this tab, of which nobody here has to be told. */
const ownOrders = new Set<string>();

/** To be called before the request: the order may be heard of before its answer. */
export function markOwnOrder(id: string): void {
  ownOrders.add(id);
}

export function isOwnOrder(id: string): boolean {
  return ownOrders.has(id);
}
