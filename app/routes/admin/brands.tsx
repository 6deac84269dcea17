/** /admin/brands: the brands of the home page. */

import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { actionsColumn } from "#app/components/admin/row-actions.tsx";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { BrandDialog } from "#app/features/admin/brands/brand-dialog.tsx";
import { deleteBrand } from "#app/features/admin/brands/brands.mutations.ts";
import { type Brand, listBrands } from "#app/features/admin/brands/brands.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { deleteRow } from "#app/features/admin/shared/mutations/delete-row.ts";
import { BRANDS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/brands";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/brands", "Marques");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const result = await toResult("brands", listBrands(getSupabase(), parsePageParam(params.get("page"))));
  return { result };
}

export default function BrandsPage({ loaderData: { result } }: Route.ComponentProps) {
  const [editing, setEditing] = useState<Brand | "new" | null>(null);
  const [deleting, setDeleting] = useState<Brand | null>(null);

  const columns: Column<Brand>[] = [
    {
      label: "Marque",
      isRowHeader: true,
      render: ({ name, logo }) => (
        <span className="flex items-center gap-3">
          <Thumbnail url={logo} className="aspect-auto h-11 w-18 rounded-md border border-border" contain />
          <span className="min-w-0">{name}</span>
        </span>
      ),
    },
    actionsColumn((brand) => ({
      name: brand.name,
      edit: () => setEditing(brand),
      onDelete: () => setDeleting(brand),
    })),
  ];
  const add = (
    <Button variant="primary" onClick={() => setEditing("new")}>
      <Plus aria-hidden size={16} />
      Ajouter une marque
    </Button>
  );

  return (
    <>
      <PageActions lead="Les marques partenaires de la page d'accueil.">{add}</PageActions>
      <ListResult
        result={result}
        errorMessage={BRANDS_LOAD_ERROR}
        empty={
          <>
            <p>Aucune marque pour le moment.</p>
            {add}
          </>
        }
      >
        {(rows) => (
          <DataTable caption="Les marques" columns={columns} rows={rows} getRowKey={({ id }) => id} />
        )}
      </ListResult>
      {editing && <BrandDialog brand={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
      {deleting && (
        <DeleteDialog
          title="Supprimer la marque ?"
          onDelete={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          La marque «&nbsp;{deleting.name}&nbsp;» disparaîtra de la page d'accueil.
        </DeleteDialog>
      )}
    </>
  );
}

function remove({ id, name }: Brand): Promise<boolean> {
  return deleteRow(() => deleteBrand(getSupabase(), id), {
    entity: "brand",
    successToast: { title: "Marque supprimée", description: name },
    errorMessage: "Impossible de supprimer la marque",
  });
}
