/** Queries of what comes back. Every function throws when the backend returns an error. */
import { isUuid } from "#app/lib/is-uuid.ts";
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { SupabaseStorage } from "#app/lib/supabase/storage.client.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { parseReturnState, type ReturnState } from "./return-states.ts";

const PAGE_SIZE = 25;
/** The lifetime of a signed URL. */
const URL_LIFETIME_SECONDS = 300;
export interface ReturnSummary {
  id: string;
  state: ReturnState;
  reason: string;
  created_at: string;
  orders: { number: string; customer_name: string };
}

const parseState = <Row extends { state: string }>(row: Row) => ({
  ...row,
  state: parseReturnState(row.state) ?? ("requested" as const),
});

/** Newest first; null for all states. */
export function listReturns(
  client: Supabase,
  state: ReturnState | null,
  page: number,
): Promise<ListPage<ReturnSummary>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    let query = client
      .from("order_returns")
      .select("id,state,reason,created_at,orders!inner(number,customer_name)");
    if (state) query = query.eq("state", state);
    const { data } = await query
      .order("created_at", { ascending: false })
      .order("id")
      .range(from, to)
      .throwOnError();
    return data.map(parseState);
  });
}

const RETURN_COLUMNS =
  "id,order_id,state,reason,photo_path,refusal_reason,credit_amount,created_at,orders!inner(number,customer_name,customer_phone,status,total_amount,shipping_amount,credited_amount,paid_amount,items:order_items(position,name,unit_price,quantity,discount_amount,returned_quantity,product_id,sold_by)),lines:order_return_lines(position,quantity,received_quantity)";

/** Null when there is none (any more). */
export async function findReturn(client: Supabase, id: string) {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from("order_returns")
    .select(RETURN_COLUMNS)
    .eq("id", id)
    .order("position", { referencedTable: "lines" })
    .maybeSingle()
    .throwOnError();
  return data && parseState(data);
}

export type Return = NonNullable<Awaited<ReturnType<typeof findReturn>>>;

/** What is returned, with the item of the order that it is from. */
export function getReturnedItems({ lines, orders }: Return) {
  const items = new Map(orders.items.map((item) => [item.position, item]));
  return lines.map((line) => ({ ...line, item: items.get(line.position) }));
}

/** A signed URL of the private photo, valid for five minutes. */
export async function createPhotoUrl(files: SupabaseStorage, path: string): Promise<string> {
  const { data, error } = await files.from("return-photos").createSignedUrl(path, URL_LIFETIME_SECONDS);
  if (error) throw error;
  return data.signedUrl;
}

/** The order of a number with what can be returned of it; null when there is none. */
export async function findReturnableOrder(client: Supabase, number: string) {
  const { data: order } = await client
    .from("orders")
    .select("id,number,customer_name")
    .eq("number", number)
    .maybeSingle()
    .throwOnError();
  if (!order) return null;
  const { data: lines } = await client
    .rpc("returnable_lines", { of_order: order.id }, { get: true })
    .throwOnError();
  return { ...order, lines: lines.filter(({ returnable }) => returnable > 0) };
}

export type ReturnableOrder = NonNullable<Awaited<ReturnType<typeof findReturnableOrder>>>;

interface PieceToCountIn {
  order_id: string;
  number: string;
  customer_name: string;
  /** Of the order. */
  stage: string;
  /** The courier who has it. */
  held_by: string | null;
  line_position: number;
  name: string;
  /** The product still exists. */
  is_stocked: boolean;
  missing: number;
  /** What one step of the quantity is, as JSON. */
  sold_by: unknown;
}

export interface OrderToCountIn
  extends Omit<PieceToCountIn, "line_position" | "name" | "is_stocked" | "missing" | "sold_by"> {
  lines: PieceToCountIn[];
}

/** The orders with pieces to count in, those that wait longest first. A page has so many pieces, of whole orders. */
const PIECES_AT_ONCE = 300;

export async function listOrdersToCountIn(client: Supabase): Promise<OrderToCountIn[]> {
  const { data } = await client
    .rpc("pieces_to_count_in", undefined, { get: true })
    .range(0, PIECES_AT_ONCE - 1)
    .throwOnError();
  const orders = new Map<string, OrderToCountIn>();
  for (const piece of data) {
    const { order_id, number, customer_name, stage, held_by } = piece;
    const order = orders.get(order_id) ?? { order_id, number, customer_name, stage, held_by, lines: [] };
    order.lines.push(piece);
    orders.set(order_id, order);
  }
  return [...orders.values()];
}

export interface OrderToRefund {
  id: string;
  number: string;
  customer_name: string;
  customer_phone: string;
  status: string;
  paid_amount: number;
  refundable: number;
}

/** The orders that paid more than they owe, newest first. */
export function listOrdersToRefund(client: Supabase, page: number): Promise<ListPage<OrderToRefund>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    const { data } = await client
      .rpc("orders_to_refund", undefined, { get: true })
      .range(from, to)
      .throwOnError();
    return data;
  });
}
