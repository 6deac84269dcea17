/** Queries for orders that staff enter and change. Every function throws when the backend returns an error. */
import * as z from "zod/mini";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { SoldBy } from "#app/lib/format/units.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import { parseSoldBy } from "#app/lib/models/sold-by.ts";
import type { Database, OrderStage } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import {
  DELETED_POINT,
  EMPTY_ORDER,
  parseStaffOrder,
  type SentOrder,
  type StaffOrder,
  TAKEN_ALONG,
} from "./staff-order.ts";

const previewSchema = z.object({
  lines: z.array(
    z.object({
      id: z.nullable(z.string()),
      position: z.nullable(z.number()),
      name: z.string(),
      unit_price: z.number(),
      quantity: z.number(),
      discount_amount: z.number(),
      /** Null for a product that was deleted. */
      available: z.nullable(z.number()),
    }),
  ),
  subtotal: z.number(),
  discount: z.number(),
  /** Null for an order that is too heavy. */
  fee: z.nullable(z.number()),
  computed_fee: z.nullable(z.number()),
  zone_name: z.nullable(z.string()),
  total: z.number(),
  /** What the caller's role may take off; null for no limit. */
  maximum_percent: z.nullable(z.number()),
  days: z.array(z.string()),
  problem: z.nullable(z.string()),
});
export type Preview = z.output<typeof previewSchema>;

/** What an order's cost depends on. */
export type PreviewedOrder = Omit<
  SentOrder,
  | "customer_name"
  | "customer_phone"
  | "delivery_day"
  | "delivery_half"
  | "notes"
  | "payment_method"
  | "discount_reason"
>;

/** What the order costs. `of` is the order that would be changed; null for a new one. */
export async function previewOrder(
  client: Supabase,
  order: PreviewedOrder,
  of: string | null,
  signal: AbortSignal,
): Promise<Preview> {
  const { data } = await client
    .rpc("preview_staff_order", { staff_order: order, ...(of !== null && { of_order: of }) })
    .abortSignal(signal)
    .single()
    .throwOnError();
  return previewSchema.parse(data);
}

interface KnownCustomer {
  id: string;
  name: string;
  email: string | null;
  /** The price list whose prices the account has; null for those of everybody. */
  priceList: string | null;
}

type OrderRow = Database["public"]["Tables"]["orders"]["Row"];

/** A past order of a number, with its address to fill in. */
export interface PastOrder
  extends Pick<
    OrderRow,
    "id" | "number" | "created_at" | "total_amount" | "status" | "stage" | "customer_name"
  > {
  cancellation_reason: string | null;
  address: { address: string; city: string; quarter: string; landmark: string } | null;
}

export interface CustomerHistory {
  customers: KnownCustomer[];
  orders: PastOrder[];
}

const MAX_CUSTOMERS = 20;
/** The digits of a national number. */
const NUMBER_LENGTH = 8;

const addressSchema = z.object({
  address: z.catch(z.string(), ""),
  city: z.catch(z.string(), ""),
  quarter: z.catch(z.string(), ""),
  landmark: z.catch(z.string(), ""),
});

/** The accounts and the newest orders of a phone number. */
export async function findCustomerHistory(client: Supabase, phone: string): Promise<CustomerHistory> {
  const query = getNationalDigits(phone);
  const isOfNumber = (text: string | null) => getNationalDigits(text ?? "") === query;
  const [orders, customers] = await Promise.all([
    client.rpc("phone_history", { phone }).throwOnError(),
    client.rpc("search_customers", { query }, { get: true }).select("*").limit(MAX_CUSTOMERS).throwOnError(),
  ]);
  const known = customers.data
    // The number of an anonymous account is that of whoever typed it.
    .filter(({ phone: own, is_anonymous }) => isOfNumber(own) && !is_anonymous)
    .flatMap(({ id, first_name, last_name, email }) =>
      id ? [{ id, name: [first_name, last_name].filter(Boolean).join(" "), email }] : [],
    );
  const priceLists = await findPriceLists(
    client,
    known.map(({ id }) => id),
  );
  return {
    customers: known.map((customer) => ({ ...customer, priceList: priceLists.get(customer.id) ?? null })),
    orders: orders.data.map(({ shipping_address, reason, place: _, ...order }) => {
      const address = addressSchema.parse(shipping_address);
      return {
        ...order,
        cancellation_reason: reason,
        address: address.address && address.city ? address : null,
      };
    }),
  };
}

/** The names of the price lists that accounts have, by the accounts. */
async function findPriceLists(client: Supabase, accounts: string[]): Promise<ReadonlyMap<string, string>> {
  if (accounts.length === 0) return new Map();
  const { data } = await client
    .from("price_list_members")
    .select("user_id,list:price_lists!inner(name)")
    .in("user_id", accounts)
    .eq("list.is_active", true)
    .throwOnError();
  return new Map(data.map(({ user_id, list }) => [user_id, list.name]));
}

function getNationalDigits(phone: string): string {
  return phone.replace(/\D/g, "").slice(-NUMBER_LENGTH);
}

export interface Draft {
  id: string;
  label: string;
  author_name: string | null;
  updated_at: string;
}

const PAGE_SIZE = 25;

/** Those that were saved last come first. */
export function listDrafts(client: Supabase, page: number): Promise<ListPage<Draft>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    const { data } = await client
      .from("order_drafts")
      .select("id,label,author_name,updated_at")
      .order("updated_at", { ascending: false })
      .order("id")
      .range(from, to)
      .throwOnError();
    return data;
  });
}

export interface StoredDraft {
  id: string;
  updated_at: string;
  order: StaffOrder;
}

/** Null when there is none (any more): it was placed or deleted. */
export async function findDraft(client: Supabase, id: string): Promise<StoredDraft | null> {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from("order_drafts")
    .select("id,data,updated_at")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data && { id: data.id, updated_at: data.updated_at, order: parseStaffOrder(data.data) };
}

/** An order that may still be changed, with what the screen says about it. */
export interface OrderToChange {
  id: string;
  number: string;
  stage: OrderStage;
  updated_at: string;
  total_amount: number;
  paid_amount: number;
  customer_email: string | null;
  /** Of the point where it is fetched, which the shop may not offer any more; null for a delivery. */
  pickup_point_name: string | null;
  order: StaffOrder;
  lines: StoredLine[];
}

interface StoredLine {
  position: number;
  name: string;
  unit_price: number;
  quantity: number;
  discount_amount: number;
  returned_quantity: number;
  /** What one step of the quantity is. */
  sold_by: SoldBy;
}

/**
 * The version that somebody else has saved, and the database's words about it, when a write failed for that reason.
 * Throws `error` when it failed for another one, and when the order is gone.
 */
export async function findNewerVersion(
  client: Supabase,
  id: string,
  error: unknown,
): Promise<{ title: string; newer: OrderToChange }> {
  if (!(error instanceof StaleVersionError)) throw error;
  const newer = await findOrderToChange(client, id);
  if (newer === null) throw error;
  return { title: error.message, newer };
}

const paymentSchema = z.object({ method: z.catch(z.string(), "cod") });

/** Null when there is none. */
export async function findOrderToChange(client: Supabase, id: string): Promise<OrderToChange | null> {
  if (!isUuid(id)) return null;
  const [{ data: row }, { data: lines }, { data: computed }] = await Promise.all([
    client.from("orders").select("*").eq("id", id).maybeSingle().throwOnError(),
    client.from("order_items").select("*").eq("order_id", id).order("position").throwOnError(),
    client.rpc("preview_staff_order", { staff_order: { fee: null }, of_order: id }).maybeSingle(),
  ]);
  if (!row) return null;
  const { number, stage, updated_at, total_amount, shipping_amount, paid_amount, customer_email } = row;
  const { pickup_point_name } = row;
  const address = addressSchema.parse(row.shipping_address);
  const isTakenAlong = row.source === "counter" && address.city === "";
  const withoutPoint = isTakenAlong ? TAKEN_ALONG : "";
  const order: StaffOrder = {
    ...EMPTY_ORDER,
    ...address,
    customerId: row.user_id,
    name: row.customer_name,
    phone: row.customer_phone,
    pickupPoint: row.pickup_point_id ?? (pickup_point_name === null ? withoutPoint : DELETED_POINT),
    source: row.source,
    day: row.delivery_day ?? "",
    half: row.delivery_half ?? "",
    notes: row.notes ?? "",
    payment: paymentSchema.parse(row.payment_info).method,
    // An empty fee is the computed one, also when the place changes.
    fee: computed?.computed_fee === shipping_amount ? "" : String(shipping_amount),
    discountReason: row.discount_reason ?? "",
    lines: lines.map((line) => ({
      id: line.variant_id ?? line.product_id,
      ...{ position: line.position, name: line.name, image: line.image, unit_price: line.unit_price },
      quantity: String(line.quantity),
      discount: line.discount_amount > 0 ? String(line.discount_amount) : "",
      sold_by: parseSoldBy(line.sold_by),
    })),
  };
  const storedLines = lines.map((line) => ({ ...line, sold_by: parseSoldBy(line.sold_by) }));
  return {
    id,
    number,
    stage,
    updated_at,
    total_amount,
    paid_amount,
    customer_email,
    pickup_point_name,
    order,
    lines: storedLines,
  };
}
