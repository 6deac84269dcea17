/**
 * /admin/categories: the categories. /admin/categories/new is the same list with the dialog for a new one
 * open.
 */

import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { RowActions } from "#app/components/admin/row-actions.tsx";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { deleteCategory } from "#app/features/admin/categories/categories.mutations.ts";
import { type Category, listCategories } from "#app/features/admin/categories/categories.queries.ts";
import { CategoryDialog } from "#app/features/admin/categories/category-dialog.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { deleteRow } from "#app/features/admin/shared/mutations/delete-row.ts";
import { CATEGORIES_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/categories";

const LIST_PATH = "/admin/categories";

export function meta({ matches, location }: Route.MetaArgs) {
  return adminMeta(matches, location.pathname, "Catégories");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const result = await toResult(
    "categories",
    listCategories(getSupabase(), parsePageParam(params.get("page"))),
  );
  return { result };
}

export default function CategoriesPage({ loaderData: { result } }: Route.ComponentProps) {
  const { editing, setEditing, close, onSaved } = useCategoryDialog();
  const [deleting, setDeleting] = useState<Category | null>(null);

  const columns: Column<Category>[] = [
    {
      label: "Nom",
      isRowHeader: true,
      render: ({ name, slug, image }) => (
        <span className="flex items-center gap-3">
          <Thumbnail url={image} className="size-11 rounded-md" />
          <span className="min-w-0">
            {name}
            <code className="block text-xs font-normal text-muted md:hidden">{slug}</code>
          </span>
        </span>
      ),
    },
    { label: "Slug", cardPosition: "hidden", render: ({ slug }) => <code>{slug}</code> },
    {
      label: "Actions",
      numeric: true,
      cardPosition: "corner",
      render: (category) => (
        <RowActions
          name={category.name}
          edit={() => setEditing(category)}
          onDelete={() => setDeleting(category)}
        />
      ),
    },
  ];
  const add = (
    <Button variant="primary" onClick={() => setEditing("new")}>
      <Plus aria-hidden size={16} />
      Ajouter une catégorie
    </Button>
  );

  return (
    <>
      <PageActions lead="Les rayons de la boutique, par nom.">{add}</PageActions>
      <ListResult
        result={result}
        errorMessage={CATEGORIES_LOAD_ERROR}
        empty={
          <>
            <p>Aucune catégorie pour le moment.</p>
            {add}
          </>
        }
      >
        {(rows) => (
          <DataTable caption="Les catégories" columns={columns} rows={rows} getRowKey={({ id }) => id} />
        )}
      </ListResult>
      {editing && (
        <CategoryDialog category={editing === "new" ? null : editing} onClose={close} onSaved={onSaved} />
      )}
      {deleting && (
        <DeleteDialog
          title="Supprimer la catégorie ?"
          onDelete={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          La catégorie «&nbsp;{deleting.name}&nbsp;» disparaîtra de la boutique.
        </DeleteDialog>
      )}
    </>
  );
}

/** The category of the open dialog: a row, a new one (also by the URL), or null. */
function useCategoryDialog() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [opened, setEditing] = useState<Category | "new" | null>(null);
  const isNewPath = pathname !== LIST_PATH;
  const editing = opened ?? (isNewPath ? "new" : null);

  /** A navigation reloads the list. */
  async function leave() {
    await navigate(LIST_PATH, { replace: true, preventScrollReset: true });
  }
  return {
    editing,
    setEditing,
    close: () => {
      setEditing(null);
      if (isNewPath) void leave();
    },
    onSaved: async () => {
      setEditing(null);
      await (isNewPath ? leave() : revalidate());
    },
  };
}

function remove({ id }: Category): Promise<boolean> {
  return deleteRow(() => deleteCategory(getSupabase(), id), {
    entity: "category",
    successToast: { title: "Catégorie supprimée avec succès" },
    errorMessage: "Impossible de supprimer cette catégorie. Elle est peut-être utilisée par des produits.",
  });
}
