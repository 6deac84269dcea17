/** /admin/categories: the families of goods. /admin/categories/new is the same list with the dialog for a new one open. */
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { type Column, DataTable } from "../../components/office/data-table.tsx";
import { DeleteDialog } from "../../components/office/delete-dialog.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { RowActions } from "../../components/office/row-actions.tsx";
import { Thumbnail } from "../../components/office/thumbnail.tsx";
import { deleteCategory } from "../../features/office/categories/categories.mutations.ts";
import { type Category, listCategories } from "../../features/office/categories/categories.queries.ts";
import { CategoryDialog } from "../../features/office/categories/category-dialog.tsx";
import { deleteRow } from "../../features/office/delete-row.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { readPage } from "../../lib/address-params.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/categories";

const LIST = "/admin/categories";

export function meta({ matches, location }: Route.MetaArgs) {
  return officeMeta(matches, location.pathname, "Catégories");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const found = await load("categories", listCategories(supabase(), readPage(params.get("page"))));
  return { found };
}

export default function CategoriesPage({ loaderData: { found } }: Route.ComponentProps) {
  const { edited, setEdited, close, onSaved } = useEdited();
  const [deleted, setDeleted] = useState<Category | null>(null);

  const columns: Column<Category>[] = [
    {
      label: "Nom",
      isName: true,
      render: ({ name, image }) => (
        <span className="flex items-center gap-3">
          <Thumbnail url={image} className="size-11 rounded-md" />
          {name}
        </span>
      ),
    },
    { label: "Slug", render: ({ slug }) => <code>{slug}</code> },
    {
      label: "Actions",
      numeric: true,
      onCard: "corner",
      render: (category) => (
        <RowActions
          name={category.name}
          edit={() => setEdited(category)}
          onDelete={() => setDeleted(category)}
        />
      ),
    },
  ];
  const add = (
    <button type="button" className="btn btn-primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden size={16} />
      Ajouter une catégorie
    </button>
  );

  return (
    <>
      <PageActions lead="Les rayons de la boutique, par nom.">{add}</PageActions>
      <ListResult
        found={found}
        failure="Impossible de charger les catégories"
        empty={
          <>
            <p>Aucune catégorie pour le moment.</p>
            {add}
          </>
        }
      >
        {(rows) => (
          <DataTable caption="Les catégories" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </ListResult>
      {edited && (
        <CategoryDialog category={edited === "new" ? null : edited} onClose={close} onSaved={onSaved} />
      )}
      {deleted && (
        <DeleteDialog
          title="Supprimer la catégorie ?"
          onDelete={() => remove(deleted)}
          onClose={() => setDeleted(null)}
        >
          La catégorie «&nbsp;{deleted.name}&nbsp;» disparaîtra de la boutique.
        </DeleteDialog>
      )}
    </>
  );
}

/** What the dialog is open for: a row, a new one, also by the address, or nothing. */
function useEdited() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [chosen, setEdited] = useState<Category | "new" | null>(null);
  const isAddress = pathname !== LIST;
  const edited = chosen ?? (isAddress ? "new" : null);

  /** Leaving the address reads the list again. */
  async function leave() {
    await navigate(LIST, { replace: true, preventScrollReset: true });
  }
  return {
    edited,
    setEdited,
    close: () => {
      setEdited(null);
      if (isAddress) void leave();
    },
    onSaved: async () => {
      setEdited(null);
      await (isAddress ? leave() : revalidate());
    },
  };
}

function remove({ id }: Category): Promise<boolean> {
  return deleteRow(() => deleteCategory(supabase(), id), {
    what: "category",
    done: { title: "Catégorie supprimée avec succès" },
    failed: "Impossible de supprimer cette catégorie. Elle est peut-être utilisée par des produits.",
  });
}
