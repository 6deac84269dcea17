/** /admin/promo-codes («Codes promo»): the codes that customers enter at the checkout, with their uses. */
import { useState } from "react";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { actionsColumn } from "#app/components/admin/row-actions.tsx";
import { Tag, type TagColor } from "#app/components/admin/tag.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { Button } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { getPeriodState } from "#app/features/admin/prices/price-periods.ts";
import { PromoCodeDialog } from "#app/features/admin/prices/promo-code-dialog.tsx";
import { formatPeriod, formatPromoValue, formatUses } from "#app/features/admin/prices/promo-code-texts.ts";
import { deletePromoCode } from "#app/features/admin/prices/promo-codes.mutations.ts";
import {
  listCategoryChoices,
  listPromoCodes,
  type PromoCode,
} from "#app/features/admin/prices/promo-codes.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/promo-codes";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/promo-codes", "Codes promo");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const [result, categories] = await Promise.all([
    toResult(
      "promo codes",
      listPromoCodes(client, parsePageParam(new URL(request.url).searchParams.get("page"))),
    ),
    toResult("categories", listCategoryChoices(client)),
  ]);
  return { result, categories, now: Date.now() };
}

export default function PromoCodesPage({ loaderData }: Route.ComponentProps) {
  const { result, now } = loaderData;
  const categories = useLastGood(loaderData.categories);
  const { mutate } = useMutation();
  const [editing, setEditing] = useState<PromoCode | "new" | null>(null);
  const [deleting, setDeleting] = useState<PromoCode | null>(null);
  const add = (
    <Button variant="primary" onClick={() => setEditing("new")}>
      Ajouter un code
    </Button>
  );
  const columns: Column<PromoCode>[] = [
    { label: "Code", isRowHeader: true, render: ({ code }) => <span className="font-mono">{code}</span> },
    { label: "Réduction", render: formatPromoValue },
    { label: "Valable", render: (code) => formatPeriod(code) },
    { label: "Utilisé", numeric: true, render: (code) => formatUses(code) },
    { label: "État", render: (code) => <StateTag code={code} now={now} /> },
    actionsColumn((code) => ({
      name: `le code ${code.code}`,
      edit: () => setEditing(code),
      onDelete: () => setDeleting(code),
    })),
  ];
  return (
    <>
      <PageActions lead="Le client tape le code en commandant. Une commande annulée rend son utilisation.">
        {add}
      </PageActions>
      <ListResult
        result={result}
        errorMessage="Impossible de charger les codes promo"
        empty={
          <>
            <p>Aucun code promo pour le moment.</p>
            {add}
          </>
        }
      >
        {(rows) => (
          <DataTable caption="Les codes promo" columns={columns} rows={rows} getRowKey={({ id }) => id} />
        )}
      </ListResult>
      {editing && (
        <PromoCodeDialog
          code={editing === "new" ? null : editing}
          categories={categories}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting && (
        <DeleteDialog
          title="Supprimer le code promo ?"
          onClose={() => setDeleting(null)}
          onDelete={() =>
            mutate("Supprimer le code", async () => {
              await deletePromoCode(getSupabase(), deleting.id);
              toast({ title: "Code supprimé", description: deleting.code });
            })
          }
        >
          Personne ne pourra plus utiliser {deleting.code}.
        </DeleteDialog>
      )}
    </>
  );
}

function StateTag({ code, now }: { code: PromoCode; now: number }) {
  const [label, color] = getState(code, now);
  return <Tag color={color}>{label}</Tag>;
}

function getState(code: PromoCode, now: number): [string, TagColor] {
  if (!code.is_active) return ["Désactivé", "gray"];
  if (code.max_uses !== null && code.used_count >= code.max_uses) return ["Épuisé", "gray"];
  const state = getPeriodState(code, now);
  if (state === "planned") return ["Prévu", "blue"];
  return state === "over" ? ["Terminé", "gray"] : ["Actif", "green"];
}
