/** What a promo code is, in words. */
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import type { PromoCode } from "./promo-codes.queries.ts";

type Value = Pick<PromoCode, "kind" | "amount" | "percent">;

/** «10 %», «1 000 XOF» or «Livraison offerte». */
export function formatPromoValue({ kind, amount, percent }: Value): string {
  if (kind === "free_delivery") return "Livraison offerte";
  return kind === "percent" ? `${percent ?? 0} %` : formatXof(amount ?? 0);
}

/** «du 01/12/2026 08:00 au 24/12/2026 20:00»; «sans fin» without one. */
export function formatPeriod({ starts_at, ends_at }: Pick<PromoCode, "starts_at" | "ends_at">): string {
  if (starts_at && ends_at) return `du ${formatDateTime(starts_at)} au ${formatDateTime(ends_at)}`;
  if (starts_at) return `dès le ${formatDateTime(starts_at)}`;
  return ends_at ? `jusqu'au ${formatDateTime(ends_at)}` : "sans fin";
}

/** «12 sur 100»; «12» without a limit. */
export function formatUses({ used_count, max_uses }: Pick<PromoCode, "used_count" | "max_uses">): string {
  return max_uses === null
    ? formatNumber(used_count)
    : `${formatNumber(used_count)} sur ${formatNumber(max_uses)}`;
}
