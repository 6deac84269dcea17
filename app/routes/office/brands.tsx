/** /admin/brands: the brands that the home page shows. */
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { type Column, DataTable } from "../../components/office/data-table.tsx";
import { DeleteDialog } from "../../components/office/delete-dialog.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { RowActions } from "../../components/office/row-actions.tsx";
import { Thumbnail } from "../../components/office/thumbnail.tsx";
import { BrandDialog } from "../../features/office/brands/brand-dialog.tsx";
import { deleteBrand } from "../../features/office/brands/brands.mutations.ts";
import { type Brand, listBrands } from "../../features/office/brands/brands.queries.ts";
import { deleteRow } from "../../features/office/delete-row.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { readPage } from "../../lib/address-params.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/brands";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/brands", "Marques");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const found = await load("brands", listBrands(supabase(), readPage(params.get("page"))));
  return { found };
}

export default function BrandsPage({ loaderData: { found } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<Brand | "new" | null>(null);
  const [deleted, setDeleted] = useState<Brand | null>(null);

  const columns: Column<Brand>[] = [
    {
      label: "Marque",
      isName: true,
      render: ({ name, logo }) => (
        <span className="flex items-center gap-3">
          <Thumbnail url={logo} className="aspect-auto h-11 w-18 rounded-md border border-line" whole />
          <span className="min-w-0">{name}</span>
        </span>
      ),
    },
    {
      label: "Actions",
      numeric: true,
      onCard: "corner",
      render: (brand) => (
        <RowActions name={brand.name} edit={() => setEdited(brand)} onDelete={() => setDeleted(brand)} />
      ),
    },
  ];
  const add = (
    <button type="button" className="btn btn-primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden size={16} />
      Ajouter une marque
    </button>
  );

  return (
    <>
      <PageActions lead="Les marques partenaires de la page d'accueil.">{add}</PageActions>
      <ListResult
        found={found}
        failure="Impossible de charger les marques partenaires"
        empty={
          <>
            <p>Aucune marque pour le moment.</p>
            {add}
          </>
        }
      >
        {(rows) => <DataTable caption="Les marques" columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </ListResult>
      {edited && (
        <BrandDialog
          brand={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={async () => {
            setEdited(null);
            await revalidate();
          }}
        />
      )}
      {deleted && (
        <DeleteDialog
          title="Supprimer la marque ?"
          onDelete={() => remove(deleted)}
          onClose={() => setDeleted(null)}
        >
          La marque «&nbsp;{deleted.name}&nbsp;» disparaîtra de la page d'accueil.
        </DeleteDialog>
      )}
    </>
  );
}

function remove({ id, name }: Brand): Promise<boolean> {
  return deleteRow(() => deleteBrand(supabase(), id), {
    what: "brand",
    done: { title: "Marque supprimée", description: name },
    failed: "Impossible de supprimer la marque",
  });
}
