/** Customers with existing accounts, each signed in with the unchanged official client. */

import type { Database } from "#app/lib/supabase/database.types.ts";
import { insertAccount } from "./accounts.ts";
import type { ShopClient, TestBackend } from "./backend.ts";
import { SHIPPING_FEE } from "./orders.ts";

export interface SignedInUser {
  id: string;
  email: string;
  client: ShopClient;
}

/**
 * Creates an account directly in the database, because sign-up is limited per IP address, and signs it in.
 */
export async function createSignedInUser(backend: TestBackend, email: string): Promise<SignedInUser> {
  const auth = backend.database.connect("supabase_auth_admin", 1);
  const data = { first_name: "Awa", last_name: "Zongo", phone: "+22670112233" };
  const { id, password } = await insertAccount(auth, email, data);
  const client = backend.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { id, email, client };
}

type OrderInsert = Database["public"]["Tables"]["orders"]["Insert"] & { id: string };

/**
 * The valid order that the checkout sends for these lines, in the types of the official client.
 * `createOrderInput` (orders.ts) is for SQL, and may be made invalid.
 */
export function createOrderPayload(lines: { id: string; price: number; quantity: number }[]) {
  const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, SHIPPING_FEE);
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
  } satisfies OrderInsert;
}

/** Inserts and reads the row back, as the checkout does. */
export function placeOrder(client: ShopClient, order: OrderInsert) {
  return client.from("orders").insert(order).select("id,number,total_amount,user_id,status").single();
}

/** The newest of the demo shop's products with enough pieces for any of these tests. */
export async function findProductInStock(
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
