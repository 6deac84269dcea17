/** Queries of the suppliers. Every function throws when the backend returns an error. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface Supplier {
  id: string;
  name: string;
  phone: string;
  note: string;
  is_active: boolean;
  updated_at: string;
}

export const SUPPLIER_COLUMNS = "id,name,phone,note,is_active,updated_at";
const MAX_SUPPLIERS = 500;

/** By name. */
export async function listSuppliers(client: Supabase): Promise<Supplier[]> {
  const { data } = await client
    .from("suppliers")
    .select(SUPPLIER_COLUMNS)
    .order("name")
    .limit(MAX_SUPPLIERS)
    .throwOnError();
  return data;
}

/** Null when there is no such supplier (any more). */
export async function findSupplier(client: Supabase, id: string): Promise<Supplier | null> {
  const { data } = await client
    .from("suppliers")
    .select(SUPPLIER_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}
