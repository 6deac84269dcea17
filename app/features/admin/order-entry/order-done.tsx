/** What was written, and how the customer is told. */
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { Panel } from "#app/components/admin/panel.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { getOrderChatLink } from "#app/lib/models/order-messages.ts";

interface OrderDoneProps {
  title: string;
  id: string;
  phone: string;
  /** For WhatsApp. */
  text: string;
  children: ReactNode;
  /** Further links. */
  actions?: ReactNode;
}

export function OrderDone({ title, id, phone, text, children, actions }: OrderDoneProps) {
  const section = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => section.current?.focus(), []);
  const whatsapp = getOrderChatLink(phone, text);
  return (
    <div ref={section} tabIndex={-1} role="status" className="outline-none">
      <Panel title={title}>
        <div className="grid gap-4 p-4">
          {children}
          <div className="flex flex-wrap gap-2 max-sm:*:grow">
            {whatsapp && (
              <a
                href={whatsapp}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass("whatsapp")}
              >
                <WhatsappIcon />
                Le dire sur WhatsApp
              </a>
            )}
            <Link to={`/admin/orders/${id}`} className={buttonClass("outline")}>
              Voir la commande
            </Link>
            {actions}
          </div>
        </div>
      </Panel>
    </div>
  );
}

export function Amount({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="flex justify-between gap-x-4">
      <dt>{label}</dt>
      <dd className="font-semibold">{formatXof(amount)}</dd>
    </div>
  );
}
