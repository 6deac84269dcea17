/** What each account holds now, and which courier or carrier holds what. */
import { Panel } from "#app/components/admin/panel.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import type { Balance } from "./cash.queries.ts";
import { ACCOUNT_LABELS } from "./cash-accounts.ts";

/** Those that are money; the others say where it came from or went. */
const SHOWN = ["drawer", "courier", "carrier", "mobile_money", "bank"] as const;

export function Balances({ balances }: { balances: readonly Balance[] }) {
  const sum = (account: string) =>
    balances.reduce((total, each) => total + (each.account === account ? each.amount : 0), 0);
  const holders = balances.filter(({ account }) => account === "courier" || account === "carrier");
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        {SHOWN.map((account) => (
          <div key={account} className="card grid gap-1 p-3 max-lg:first:col-span-2 md:p-4">
            <dt className="text-sm text-muted">{ACCOUNT_LABELS[account]}</dt>
            <dd className="font-heading font-bold whitespace-nowrap tabular-nums sm:text-xl">
              {formatXof(sum(account))}
            </dd>
          </div>
        ))}
      </dl>
      {sum("drawer") < 0 && (
        <Notice variant="warning">
          D'après le livre, le tiroir a donné plus qu'il ne contenait. Clôturez la tournée dont l'argent est
          rentré, ou enregistrez la monnaie qui y était par « Nouveau mouvement ».
        </Notice>
      )}
      {holders.length > 0 && (
        <Panel title="Argent hors de la boutique">
          <ul className="divide-y divide-border text-sm">
            {holders.map(({ account, courier_id, carrier_id, name, amount }) => (
              <li
                key={courier_id ?? carrier_id}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-4 py-1.5"
              >
                <span className="min-w-0 wrap-anywhere">
                  {name ?? "Sans nom"}{" "}
                  <span className="text-muted">· {account === "courier" ? "livreur" : "transporteur"}</span>
                </span>
                <strong className="whitespace-nowrap tabular-nums">{formatXof(amount)}</strong>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
