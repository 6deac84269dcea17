/** Customers of these tests: accounts that exist already, each with the unchanged official client signed in. */

import type { Database } from "../../../app/lib/database.types.ts";
import { insertAccount } from "../../support/accounts.ts";
import type { ShopClient, TestBackend } from "../../support/backend.ts";

export interface Shopper {
  id: string;
  email: string;
  client: ShopClient;
}

/** An account made below the API, because sign-up is limited for each address, and its session. */
export async function createShopper(backend: TestBackend, email: string): Promise<Shopper> {
  const auth = backend.database.connect("supabase_auth_admin", 1);
  const data = { first_name: "Awa", last_name: "Zongo", phone: "+22670112233" };
  const { id, password } = await insertAccount(auth, email, data);
  const client = backend.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { id, email, client };
}

type OrderRow = Database["public"]["Tables"]["orders"]["Insert"] & { id: string };

/** The order that this cart of the checkout becomes, with what each product costs now and the flat delivery. */
export function orderOf(lines: { id: string; price: number; quantity: number }[]) {
  const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 2000);
  return {
    id: crypto.randomUUID(),
    customer_name: "Awa Zongo",
    customer_email: "awa@exemple.bf",
    customer_phone: "+22670112233",
    total_amount: total,
    items_count: lines.reduce((count, { quantity }) => count + quantity, 0),
    status: "pending",
    shipping_address: {
      address: "Pissy, derrière la pharmacie",
      city: "Ouagadougou",
      postalCode: "",
      phone: "+22670112233",
    },
    payment_info: {
      method: "cod",
      items: lines.map(({ id, price, quantity }) => ({ id, name: "Article", price, quantity, image: null })),
    },
    notes: null,
  } satisfies OrderRow;
}

/** Inserts and reads the row back, as the checkout does. */
export function place(client: ShopClient, order: OrderRow) {
  return client.from("orders").insert(order).select("id,number,total_amount,user_id,status").single();
}

/** The newest of the demo shop's products with enough pieces for any of these tests. */
export async function anyProduct(
  backend: TestBackend,
): Promise<{ id: string; price: number; stock: number }> {
  const { data } = await backend
    .client()
    .from("products")
    .select("id,price,stock")
    .gt("stock", 20)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(1)
    .single()
    .throwOnError();
  return data;
}
