/** An order, as the checkout sends it. */

export interface OrderedProduct {
  id: string;
  name: string;
  price: number;
  image: string;
}

interface OrderSource {
  /** The fee of the shop, in francs. */
  shipping: number;
  /** A number below 10,000: each has a telephone and an address, because open orders are counted by both. */
  customer: number;
  email?: string;
}

/** One piece of each product, or the `quantity` that a product has. */
export function createOrderBody(
  id: string,
  products: readonly (OrderedProduct & { quantity?: number })[],
  { shipping, customer, email = "aminata@exemple.bf" }: OrderSource,
): string {
  const phone = `+2267012${String(customer).padStart(4, "0")}`;
  const items = products.map((product) => ({ quantity: 1, ...product }));
  return JSON.stringify({
    id,
    customer_name: "Aminata Ouédraogo",
    customer_email: email,
    customer_phone: phone,
    total_amount: items.reduce((sum, item) => sum + item.price * item.quantity, shipping),
    items_count: items.length,
    status: "pending",
    shipping_address: {
      address: `Secteur ${customer}, près du marché`,
      city: "Ouagadougou",
      postalCode: "",
      phone,
    },
    payment_info: { method: "cod", items },
    notes: "",
  });
}

/** Places the order of a signed-in customer. */
export function sendOrder(
  { url, anonKey }: { url: string; anonKey: string },
  token: string | undefined,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/rest/v1/orders`, {
    method: "POST",
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...headers,
    },
    body,
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
