/** Accounts as the auth service stores them, the addresses of their profiles, and their orders. */

import { customers, demoPasswordHash } from "#supabase/seed/data/customers.ts";
import type { Customer } from "#supabase/seed/data/types.ts";
import { stableFraction, stableId } from "#supabase/seed/derive.ts";
import { literal, type Row } from "#supabase/seed/sql.ts";
import type { StockedProduct } from "#supabase/seed/stocked-products.ts";

/** A trigger creates the profile, with the names and the phone of the metadata. */
export function accountRows(): Row[] {
  return customers.map((customer) => ({
    instance_id: "00000000-0000-0000-0000-000000000000",
    id: accountId(customer),
    aud: "authenticated",
    role: "authenticated",
    email: customer.email,
    encrypted_password: demoPasswordHash,
    email_confirmed_at: registeredAt(customer),
    // The auth service expects texts here and fails on null.
    confirmation_token: "",
    recovery_token: "",
    email_change_token_new: "",
    email_change: "",
    raw_app_meta_data: { provider: "email", providers: ["email"] },
    raw_user_meta_data: {
      first_name: customer.firstName,
      last_name: customer.lastName,
      phone: customer.phone,
    },
    created_at: registeredAt(customer),
    updated_at: registeredAt(customer),
  }));
}

export function identityRows(): Row[] {
  return customers.map((customer) => ({
    id: stableId("identity", customer.email),
    user_id: accountId(customer),
    provider_id: accountId(customer),
    provider: "email",
    identity_data: { sub: accountId(customer), email: customer.email, email_verified: true },
    created_at: registeredAt(customer),
    updated_at: registeredAt(customer),
  }));
}

/** An update of the profiles that the trigger has created. */
export function addressStatement(): string {
  const values = customers.map((customer) => {
    const row = [accountId(customer), customer.address, customer.city, registeredAt(customer)];
    return `  (${row.map(literal).join(", ")})`;
  });
  return `update public.profiles p set address = v.address, city = v.city, created_at = v.created_at::timestamptz
from (values
${values.join(",\n")}
) v (id, address, city, created_at)
where p.id = v.id::uuid;
`;
}

/** Oldest first. The database computes prices, names, amounts and the remaining stock. */
export function orderRows(products: StockedProduct[]): Row[] {
  const ids = new Map(products.map((product) => [product.reference, product.id]));
  const rows = customers.flatMap((customer) =>
    customer.orders.map((order) => ({
      id: stableId("order", `${customer.email} ${order.placedOn}`),
      number: `ORD-${String(Math.floor(stableFraction(`${customer.email} ${order.placedOn}`) * 1e6)).padStart(6, "0")}`,
      user_id: accountId(customer),
      customer_name: `${customer.firstName} ${customer.lastName}`,
      customer_phone: customer.phone,
      status: order.status,
      cancellation_reason: order.cancellationReason ?? null,
      shipping_address: {
        address: customer.address,
        city: customer.city,
        postalCode: "",
        phone: customer.phone,
      },
      payment_info: {
        method: "cod",
        items: Object.entries(order.lines).map(([reference, quantity]) => {
          const id = ids.get(reference);
          if (!id) throw new Error(`An order names ${reference}, which no product carries`);
          return { id, quantity };
        }),
      },
      notes: order.notes,
      created_at: order.placedOn,
    })),
  );
  return rows.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
}

/** A quarter of an hour before the first order. */
function registeredAt(customer: Customer): string {
  const first = Math.min(...customer.orders.map((order) => Date.parse(order.placedOn)));
  return new Date(first - 900_000).toISOString();
}

function accountId(customer: Customer): string {
  return stableId("account", customer.email);
}
