/** The returns of an order with their states, and the button that asks for another one. */
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { formatLongDate } from "#app/lib/format/dates.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatQuantityOf } from "#app/lib/format/units.ts";
import { soldBySchema } from "#app/lib/models/sold-by.ts";
import { ReturnDialog } from "./return-dialog.tsx";
import type { OrderReturn, OrderReturns, ReturnState } from "./returns.queries.ts";

interface OrderReturnsSectionProps {
  orderId: string;
  accountId: string;
  loaded: OrderReturns;
  onRequested(): Promise<void>;
}

export function OrderReturnsSection({ orderId, accountId, loaded, onRequested }: OrderReturnsSectionProps) {
  const { returns, lines } = loaded;
  const [isOpen, setIsOpen] = useState(false);
  if (returns.length === 0 && lines.length === 0) return null;
  return (
    <section aria-labelledby="returns" className="card grid gap-4 p-4 sm:p-8 print:hidden">
      <h2 id="returns" className="text-lg">
        Retours
      </h2>
      {returns.length > 0 && (
        <ul className="grid gap-4">
          {returns.map((each) => (
            <li
              key={each.id}
              className="grid gap-1 border-b border-border pb-4 text-sm last:border-0 last:pb-0"
            >
              <p className="flex flex-wrap justify-between gap-x-4">
                <strong>{describeState(each)}</strong>
                <time dateTime={each.created_at} className="text-muted">
                  {formatLongDate(each.created_at)}
                </time>
              </p>
              <ul>
                {each.lines.map(({ position, quantity, order_items }) => (
                  <li key={position} className="wrap-anywhere">
                    {formatQuantityOf(quantity, order_items.name, soldBySchema.parse(order_items.sold_by))}
                  </li>
                ))}
              </ul>
              <p className="wrap-anywhere text-muted">{each.reason}</p>
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <div className="grid justify-items-start gap-2">
          <Button variant="outline" className="max-sm:w-full" onClick={() => setIsOpen(true)}>
            Retourner des articles
          </Button>
        </div>
      )}
      {isOpen && (
        <ReturnDialog
          orderId={orderId}
          accountId={accountId}
          lines={lines}
          onClose={() => setIsOpen(false)}
          onRequested={async () => {
            setIsOpen(false);
            await onRequested();
          }}
        />
      )}
    </section>
  );
}

const STATE_TEXTS: Readonly<Record<ReturnState, string>> = {
  requested: "Demande envoyée : nous vous répondons bientôt.",
  accepted: "Accepté : nous attendons les articles.",
  refused: "Refusé",
  received: "Reçu",
};

const isKnown = (state: string): state is ReturnState => state in STATE_TEXTS;

function describeState({ state, refusal_reason, credit_amount }: OrderReturn): string {
  if (refusal_reason) return `Refusé : ${refusal_reason}`;
  if (state === "received") return `Reçu : ${formatXof(credit_amount)} repris sur votre commande.`;
  return isKnown(state) ? STATE_TEXTS[state] : state;
}
