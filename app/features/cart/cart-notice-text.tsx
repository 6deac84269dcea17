/** The text of a cart notice, shown beside its line. */

import { isMeasured } from "#app/lib/format/articles.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { formatQuantity, formatSoldBy, formatStepPrice } from "#app/lib/format/units.ts";
import type { CartNotice } from "./reconcile-cart.ts";

export function CartNoticeText({ notice }: { notice: CartNotice }) {
  return <p className="text-sm font-medium text-brand-strong">{formatNotice(notice)}</p>;
}

function formatNotice(notice: CartNotice): string {
  switch (notice.kind) {
    case "unavailable":
      return "Ce produit n'est plus vendu\u00a0: il a été retiré de votre panier.";
    case "sold-out":
      return "Ce produit est en rupture de stock\u00a0: il a été retiré de votre panier.";
    case "price": {
      const direction = notice.now > notice.before ? "augmenté" : "baissé";
      return `Le prix a ${direction}\u00a0: ${formatXof(notice.before)} → ${formatXof(notice.now)}.`;
    }
    case "stock": {
      const { item, requested } = notice;
      const say = (steps: number) => (isMeasured(item) ? formatQuantity(steps, item) : formatNumber(steps));
      const left = say(item.quantity);
      return `Il n'en reste que ${left}\u00a0: la quantité a été ramenée de ${say(requested)} à ${left}.`;
    }
    case "step": {
      const { quantity, price } = notice.item;
      const soldBy = formatSoldBy(notice.item) || "vendu à la pièce";
      return `Ce produit est maintenant ${soldBy}\u00a0: vous en avez ${formatQuantity(quantity, notice.item)}, à ${formatStepPrice(price, notice.item)}.`;
    }
    case "minimum":
      return `Le minimum est maintenant de ${formatQuantity(notice.item.quantity, notice.item)}\u00a0: la quantité a été augmentée.`;
  }
}
