/** /admin/sales («Promotions»): prices that change for a time, planned in advance. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { actionsColumn } from "#app/components/admin/row-actions.tsx";
import { Tag, type TagColor } from "#app/components/admin/tag.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { Button } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { ItemSearch } from "#app/features/admin/order-entry/item-search.tsx";
import { getPeriodState, type PeriodState } from "#app/features/admin/prices/price-periods.ts";
import { formatPeriod } from "#app/features/admin/prices/promo-code-texts.ts";
import { listCategoryChoices } from "#app/features/admin/prices/promo-codes.queries.ts";
import { SaleDialog } from "#app/features/admin/prices/sale-dialog.tsx";
import { formatSaleItems } from "#app/features/admin/prices/sale-texts.ts";
import { deleteSale } from "#app/features/admin/prices/sales.mutations.ts";
import { listSales, type Sale } from "#app/features/admin/prices/sales.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/sales";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/sales", "Promotions");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const page = parsePageParam(new URL(request.url).searchParams.get("page"));
  const [result, categories] = await Promise.all([
    toResult("sales", listSales(client, page)),
    toResult("categories", listCategoryChoices(client)),
  ]);
  return { result, categories, now: Date.now() };
}

const STATE_TAGS: Record<PeriodState, { label: string; color: TagColor }> = {
  planned: { label: "Prévue", color: "blue" },
  running: { label: "En cours", color: "green" },
  over: { label: "Terminée", color: "gray" },
};

export default function SalesPage({ loaderData }: Route.ComponentProps) {
  const { result, now } = loaderData;
  const categories = useLastGood(loaderData.categories);
  const { revalidate } = useRevalidator();
  const { mutate } = useMutation();
  const [editing, setEditing] = useState<Sale | "new" | null>(null);
  const [deleting, setDeleting] = useState<Sale | null>(null);
  const sale = editing === "new" ? null : editing;
  const add = (
    <Button variant="primary" onClick={() => setEditing("new")}>
      Prévoir une promotion
    </Button>
  );
  const columns: Column<Sale>[] = [
    {
      label: "Promotion",
      isRowHeader: true,
      render: ({ name }) => <span className="wrap-anywhere">{name}</span>,
    },
    { label: "Réduction", render: ({ percent }) => (percent === null ? "Prix choisis" : `${percent} %`) },
    { label: "Sur", render: (row) => <span className="wrap-anywhere">{formatSaleItems(row)}</span> },
    { label: "Période", render: (row) => formatPeriod(row) },
    {
      label: "État",
      render: (row) => {
        const { label, color } = STATE_TAGS[getPeriodState(row, now)];
        return <Tag color={color}>{label}</Tag>;
      },
    },
    actionsColumn((row) => {
      const state = getPeriodState(row, now);
      if (state === "over") return null;
      return {
        name: `la promotion ${row.name}`,
        edit: () => setEditing(row),
        ...(state === "planned" && { onDelete: () => setDeleting(row) }),
      };
    }),
  ];
  return (
    <>
      <PageActions lead="Les prix changent au début et reviennent à la fin. Un article est dans une promotion à la fois : la première commencée. Un prix changé à la main pendant ce temps reste.">
        {add}
      </PageActions>
      <ListResult
        result={result}
        errorMessage="Impossible de charger les promotions de prix"
        empty={
          <>
            <p>Aucune promotion prévue.</p>
            {add}
          </>
        }
      >
        {(rows) => (
          <DataTable caption="Les promotions" columns={columns} rows={rows} getRowKey={({ id }) => id} />
        )}
      </ListResult>
      {editing && (
        <SaleDialog
          sale={sale}
          hasBegun={sale !== null && getPeriodState(sale, now) !== "planned"}
          categories={categories}
          renderSearch={(error, onAdd) => <ItemSearch error={error} onAdd={onAdd} />}
          onClose={() => setEditing(null)}
          onSaved={async () => {
            setEditing(null);
            await revalidate();
          }}
        />
      )}
      {deleting && (
        <DeleteDialog
          title="Supprimer la promotion ?"
          onClose={() => setDeleting(null)}
          onDelete={() =>
            mutate("Supprimer la promotion", async () => {
              await deleteSale(getSupabase(), deleting.id);
              toast({ title: "Promotion supprimée", description: deleting.name });
            })
          }
        >
          {deleting.name} n'aura pas lieu : les prix ne changent pas.
        </DeleteDialog>
      )}
    </>
  );
}
