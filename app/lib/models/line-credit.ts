/** What pieces of an order's line are worth, as the database computes it (`private.get_line_credit`). */

export interface CreditedLine {
  unit_price: number;
  quantity: number;
  /** The part of the order's discount that concerns this line. */
  discount_amount: number;
  /** The pieces that came back before. */
  returned_quantity: number;
}

/**
 * The francs that so many more pieces of a line are worth to the customer who does not keep them. It is the difference
 * of two rounded sums, so that the pieces of a line, however they come back, sum to what the line cost.
 */
export function getLineCredit(line: CreditedLine, pieces: number): number {
  const { unit_price, quantity, discount_amount, returned_quantity } = line;
  const cost = unit_price * quantity - discount_amount;
  const getCostOf = (count: number) => Math.floor((cost * count) / quantity);
  return getCostOf(returned_quantity + pieces) - getCostOf(returned_quantity);
}
