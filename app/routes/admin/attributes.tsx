/** /admin/attributes: what the products of categories have a value of, and the catalogue filters by. */

import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { actionsColumn } from "#app/components/admin/row-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { getKindLabel } from "#app/features/admin/attributes/attribute.schema.ts";
import { AttributeDialog } from "#app/features/admin/attributes/attribute-dialog.tsx";
import { deleteAttribute } from "#app/features/admin/attributes/attributes.mutations.ts";
import {
  type Attribute,
  type CategoryName,
  listAttributes,
  listCategoryNames,
} from "#app/features/admin/attributes/attributes.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { UNREACHABLE_REASON } from "#app/features/admin/shared/mutations/error-messages.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { getRows, toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/attributes";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/attributes", "Attributs");
}

export async function clientLoader() {
  const client = getSupabase();
  const [attributes, categories] = await Promise.all([
    toResult("attributes", listAttributes(client)),
    toResult("categories", listCategoryNames(client)),
  ]);
  return { attributes, categories };
}

export default function AttributesPage({ loaderData: { attributes, categories } }: Route.ComponentProps) {
  const [editing, setEditing] = useState<Attribute | "new" | null>(null);
  const [deleting, setDeleting] = useState<Attribute | null>(null);
  const names = getRows(categories);

  if (!attributes.ok || !categories.ok) {
    return <RouteLoadError message="Impossible de charger la liste des attributs" />;
  }
  const add = (
    <Button variant="primary" onClick={() => setEditing("new")}>
      <Plus aria-hidden size={16} />
      Ajouter un attribut
    </Button>
  );
  return (
    <>
      <PageActions lead="Ce que les produits d'une catégorie ont en commun : les clients filtrent et comparent par là.">
        {add}
      </PageActions>
      {attributes.value.length === 0 ? (
        <div className="card grid justify-items-center gap-4 p-8 text-center text-sm text-muted">
          <p>Aucun attribut pour le moment.</p>
          {add}
        </div>
      ) : (
        <div className="card overflow-x-auto">
          <DataTable
            caption="Les attributs"
            columns={[
              ...toColumns(names),
              actionsColumn<Attribute>((attribute) => ({
                name: attribute.name,
                edit: () => setEditing(attribute),
                onDelete: () => setDeleting(attribute),
              })),
            ]}
            rows={attributes.value}
            getRowKey={({ id }) => id}
          />
        </div>
      )}
      {editing && (
        <AttributeDialog
          attribute={editing === "new" ? null : editing}
          categories={names}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting && (
        <DeleteDialog
          title="Supprimer l'attribut ?"
          onDelete={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          Les produits perdront leur valeur de «&nbsp;{deleting.name}&nbsp;».
        </DeleteDialog>
      )}
    </>
  );
}

function toColumns(categories: readonly CategoryName[]): Column<Attribute>[] {
  return [
    {
      label: "Attribut",
      isRowHeader: true,
      render: ({ name, is_filter }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {name} {!is_filter && <Tag color="gray">Sans filtre</Tag>}
        </span>
      ),
    },
    {
      label: "Type",
      render: ({ kind, unit, choices }) =>
        kind === "choice" ? `${choices.length} choix` : `${getKindLabel(kind)}${unit ? ` (${unit})` : ""}`,
    },
    {
      label: "Catégories",
      render: ({ categories: ids }) =>
        categories
          .filter(({ id }) => ids.includes(id))
          .map(({ name }) => name)
          .join(", ") || "Aucune",
    },
  ];
}

async function remove({ id, name }: Attribute): Promise<boolean> {
  try {
    await deleteAttribute(getSupabase(), id);
  } catch (error) {
    console.error("admin: the attribute could not be deleted", error);
    toastError(`Impossible de supprimer l'attribut : ${toUserMessage(error, UNREACHABLE_REASON)}`);
    return false;
  }
  toast({ title: "Attribut supprimé", description: name });
  return true;
}
