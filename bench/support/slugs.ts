/** The addresses of single products and technicians of the benchmarked shop. */
import type { RunningShop } from "./shop-and-baselines.ts";

/** The slug of the newest row; "" when there is none. */
export async function getNewestSlug(
  shop: RunningShop,
  table: "products" | "technicians_public",
): Promise<string> {
  const response = await fetch(
    `${shop.url}/rest/v1/${table}?select=slug&order=created_at.desc,slug&limit=1`,
    {
      headers: { apikey: shop.anonKey },
    },
  );
  const rows: { slug: string }[] = await response.json();
  return rows[0]?.slug ?? "";
}
