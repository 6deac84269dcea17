/** What the shop knows of a phone number while it is typed: accounts, past orders, refusals and addresses. */
import { useEffect, useState } from "react";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import {
  getOrderStatusColor,
  getOrderStatusLabel,
} from "#app/features/admin/shared/labels/order-statuses.ts";
import { formatLongDate } from "#app/lib/format/dates.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { isPhone } from "#app/lib/format/phone.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { StaffOrder } from "./staff-order.ts";
import { type CustomerHistory, findCustomerHistory, type PastOrder } from "./staff-orders.queries.ts";

/** After the last key. */
const DELAY_MS = 400;
const MAX_ORDERS = 3;

interface CustomerGlanceProps {
  order: StaffOrder;
  onUse(values: Partial<StaffOrder>): void;
}

export function CustomerGlance({ order, onUse }: CustomerGlanceProps) {
  const { phone, customerId } = order;
  const history = useCustomerHistory(phone);
  if (history === null) return null;
  if (history === "failed") {
    return (
      <p role="status" className="text-sm text-danger">
        L'historique de ce numéro n'a pas pu être chargé.
      </p>
    );
  }
  const { customers, orders } = history;
  const refused = orders.filter(({ stage }) => stage === "refused");
  const addresses = listAddresses(orders);
  return (
    <div role="status" className="grid gap-3 text-sm sm:col-span-2">
      {customers.length + orders.length === 0 && (
        <p className="text-muted">Nouveau numéro : aucun compte, aucune commande.</p>
      )}
      {refused.length > 0 && (
        <Notice variant="warning">
          <span className="font-semibold">
            {formatCount(refused.length, "commande refusée", "commandes refusées")}
          </span>
          {refused[0]?.cancellation_reason && ` · ${refused[0].cancellation_reason}`}
        </Notice>
      )}
      {customers.map(({ id, name, email, priceList }) => (
        <p key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="break-words">
            Compte de <strong>{name || email}</strong>
            {name && email && <span className="break-all text-muted"> · {email}</span>}
          </span>
          {priceList && (
            <span className="font-semibold text-info wrap-anywhere">{`Prix « ${priceList} »`}</span>
          )}
          {customerId === id ? (
            <>
              <Tag color="green">Choisi</Tag>
              <Button variant="outline" onClick={() => onUse({ customerId: null })}>
                Sans compte
              </Button>
            </>
          ) : (
            <Button
              variant="outline"
              onClick={() => onUse({ customerId: id, name: order.name.trim() || name || "" })}
            >
              Commander pour {name || email}
            </Button>
          )}
        </p>
      ))}
      {orders.length > 0 && (
        <ul aria-label="Dernières commandes" className="grid gap-1">
          {orders
            .slice(0, MAX_ORDERS)
            .map(({ id, number, created_at, total_amount, status, customer_name }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-medium whitespace-nowrap">{number}</span>
                <span className="text-muted">
                  {formatLongDate(created_at)}, {customer_name}
                </span>
                <span className="whitespace-nowrap tabular-nums">{formatXof(total_amount)}</span>
                <Tag color={getOrderStatusColor(status)}>{getOrderStatusLabel(status)}</Tag>
              </li>
            ))}
        </ul>
      )}
      {addresses.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {addresses.map((address) => {
            const text = [address.address, address.quarter, address.city].filter(Boolean).join(", ");
            return (
              <Button
                key={text}
                variant="outline"
                className="max-w-full"
                onClick={() =>
                  onUse({
                    ...address,
                    pickupPoint: "",
                    name: order.name.trim() || orders[0]?.customer_name || "",
                  })
                }
              >
                <span className="truncate">Livrer à : {text}</span>
              </Button>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** Null until a number is typed and its history is known. */
function useCustomerHistory(phone: string): CustomerHistory | "failed" | null {
  const [answer, setAnswer] = useState<{ phone: string; history: CustomerHistory | "failed" } | null>(null);
  const digits = phone.replace(/\D/g, "");
  const isKnown = answer?.phone === digits;
  useEffect(() => {
    if (!isPhone(digits) || isKnown) return;
    let isOutdated = false;
    const timer = setTimeout(async () => {
      let history: CustomerHistory | "failed" = "failed";
      try {
        history = await findCustomerHistory(getSupabase(), digits);
      } catch (error) {
        console.error("admin: the history of a number could not be loaded", error);
      }
      if (!isOutdated) setAnswer({ phone: digits, history });
    }, DELAY_MS);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [digits, isKnown]);
  return isKnown ? answer.history : null;
}

const MAX_ADDRESSES = 3;

function listAddresses(orders: readonly PastOrder[]) {
  const addresses = orders.flatMap(({ address }) => address ?? []);
  return [...new Map(addresses.map((address) => [JSON.stringify(address), address])).values()].slice(
    0,
    MAX_ADDRESSES,
  );
}
