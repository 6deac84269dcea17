/** Less than the minimum cannot be ordered. Of a product as a whole the database says so (`products.in_stock`). */
export function isSoldOut({
  stock,
  minimum_quantity = 1,
}: {
  stock: number;
  minimum_quantity?: number;
}): boolean {
  return stock < minimum_quantity;
}
