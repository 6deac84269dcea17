/** The body of an order, as the checkout sends it. */

export interface OrderedProduct {
  id: string;
  name: string;
  price: number;
  image: string;
}

/** One piece of each product; `shipping` is the fee of the shop, in francs. */
export function createOrderBody(id: string, products: readonly OrderedProduct[], shipping: number): string {
  const items = products.map((product) => ({ ...product, quantity: 1 }));
  return JSON.stringify({
    id,
    customer_name: "Aminata Ouédraogo",
    customer_email: "aminata@exemple.bf",
    customer_phone: "+22670123456",
    total_amount: items.reduce((sum, item) => sum + item.price, shipping),
    items_count: items.length,
    status: "pending",
    shipping_address: {
      address: "Secteur 15, près du marché",
      city: "Ouagadougou",
      postalCode: "",
      phone: "+22670123456",
    },
    payment_info: { method: "cod", items },
    notes: "",
  });
}

/** Some of the products, others for each number. */
export function pickProducts(
  products: readonly OrderedProduct[],
  number: number,
  count: number,
): OrderedProduct[] {
  return Array.from(
    { length: count },
    (_, line) => products[(number * 7 + line * 83) % products.length],
  ).filter((product) => product !== undefined);
}
