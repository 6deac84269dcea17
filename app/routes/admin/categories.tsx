/**
 * /admin/categories: the families; ?parent= lists the categories below one. /admin/categories/new is the same list
 * with the dialog for a new one open.
 */

import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Plus from "lucide-react/icons/plus";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useRevalidator } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { ROW_ACTION_CLASS, RowActions } from "#app/components/admin/row-actions.tsx";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { deleteCategory, moveCategory } from "#app/features/admin/categories/categories.mutations.ts";
import {
  type Category,
  countInCategories,
  findParent,
  listCategories,
} from "#app/features/admin/categories/categories.queries.ts";
import { CategoryDialog } from "#app/features/admin/categories/category-dialog.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { deleteRow } from "#app/features/admin/shared/mutations/delete-row.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { CATEGORIES_LOAD_ERROR, UNEXPECTED_ERROR } from "#app/lib/error-messages.ts";
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
  const client = getSupabase();
  const slug = params.get("parent") ?? "";
  const result = await toResult(
    "categories",
    (async () => {
      // A category that does not exist (any more) is the whole tree.
      const parent = slug ? await findParent(client, slug) : null;
      const list = await listCategories(client, parent?.id ?? null, parsePageParam(params.get("page")));
      const counts = await countInCategories(
        client,
        list.rows.map(({ id }) => id),
      );
      return { ...list, parent, rows: list.rows.map((row) => ({ ...row, ...counts.get(row.id) })) };
    })(),
  );
  return { result };
}

const getListPath = (slug: string) => `${LIST_PATH}?parent=${slug}`;

/** A category of this level has none below it. */
const LAST_LEVEL = 4;

export default function CategoriesPage({ loaderData: { result } }: Route.ComponentProps) {
  const { editing, setEditing, close, onSaved } = useCategoryDialog();
  const [deleting, setDeleting] = useState<Category | null>(null);
  const { moving, move } = useMove();
  const parent = result.ok ? result.value.parent : null;
  const hasBelow = (parent?.level ?? 0) + 1 < LAST_LEVEL;

  const columns: Column<ListedCategory>[] = [
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
      label: "Contenu",
      cardPosition: "second",
      render: ({ slug, name, subcategories = 0, products = 0 }) => (
        <span className="flex flex-wrap items-center gap-x-3">
          {hasBelow && (
            <Link
              to={getListPath(slug)}
              className="link inline-flex min-h-11 items-center whitespace-nowrap max-md:text-card md:min-h-9"
            >
              {formatSubcategories(subcategories)}
              <span className="sr-only"> de {name}</span>
            </Link>
          )}
          <span className="text-muted">{products === 1 ? "1 produit" : `${products} produits`}</span>
        </span>
      ),
    },
    {
      label: "Actions",
      numeric: true,
      cardPosition: "second-end",
      render: (category) => (
        <RowActions
          name={category.name}
          edit={() => setEditing(category)}
          onDelete={() => setDeleting(category)}
        >
          {MOVES.map(({ steps, label, Icon }) => (
            <button
              key={label}
              type="button"
              data-move={`${category.id} ${steps}`}
              aria-label={`${label} ${category.name}`}
              aria-disabled={moving}
              title={label}
              className={ROW_ACTION_CLASS}
              onClick={() => void move(category.id, steps)}
            >
              <Icon aria-hidden size={18} />
            </button>
          ))}
        </RowActions>
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
      <PageActions
        lead={
          parent
            ? `Les catégories sous « ${parent.name} », dans leur ordre.`
            : "Les familles de la boutique, dans leur ordre. Chacune contient ses sous-catégories."
        }
      >
        {add}
      </PageActions>
      {parent && (
        <Breadcrumbs
          crumbs={[
            { to: LIST_PATH, label: "Familles" },
            ...parent.ancestors.map(({ slug, name }) => ({ to: getListPath(slug), label: name })),
          ]}
          current={parent.name}
        />
      )}
      <ListResult
        result={result}
        errorMessage={CATEGORIES_LOAD_ERROR}
        empty={
          <>
            <p>{parent ? "Aucune sous-catégorie pour le moment." : "Aucune catégorie pour le moment."}</p>
            {add}
          </>
        }
      >
        {(rows) => (
          <DataTable caption="Les catégories" columns={columns} rows={rows} getRowKey={({ id }) => id} />
        )}
      </ListResult>
      {editing && (
        <CategoryDialog
          category={editing === "new" ? null : editing}
          parentId={parent?.id ?? null}
          onClose={close}
          onSaved={onSaved}
        />
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

interface ListedCategory extends Category {
  products?: number;
  subcategories?: number;
}

const MOVES = [
  { steps: -1, label: "Monter", Icon: ArrowUp },
  { steps: 1, label: "Descendre", Icon: ArrowDown },
] as const;

function formatSubcategories(count: number): string {
  if (count === 0) return "Sous-catégories";
  return count === 1 ? "1 sous-catégorie" : `${count} sous-catégories`;
}

/** Moves a category among its siblings; the button keeps the focus in its new row. */
function useMove() {
  const { revalidate } = useRevalidator();
  const [moving, setMoving] = useState(false);
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    if (moving || pressed.current === null) return;
    document.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus();
    pressed.current = null;
  }, [moving]);
  async function move(id: string, steps: -1 | 1) {
    if (moving) return;
    pressed.current = `${id} ${steps}`;
    setMoving(true);
    try {
      await moveCategory(getSupabase(), id, steps);
    } catch (error) {
      toastError(toUserMessage(error, UNEXPECTED_ERROR));
    }
    await revalidate();
    setMoving(false);
  }
  return { moving, move };
}

/** The category of the open dialog: a row, a new one (also by the URL), or null. */
function useCategoryDialog() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [opened, setEditing] = useState<Category | "new" | null>(null);
  const isNewPath = pathname !== LIST_PATH;
  const editing = opened ?? (isNewPath ? "new" : null);

  /** A navigation reloads the list. */
  async function leave() {
    await navigate(LIST_PATH + search, { replace: true, preventScrollReset: true });
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
