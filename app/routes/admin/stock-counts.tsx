/** /admin/stock-counts: the counts of shelves and categories, and a new one. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import * as z from "zod/mini";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { getCountState } from "#app/features/admin/stock/count-states.ts";
import { openCount } from "#app/features/admin/stock/counts.mutations.ts";
import {
  listCountCategories,
  listCounts,
  type StockCount,
} from "#app/features/admin/stock/counts.queries.ts";
import { StockTabs } from "#app/features/admin/stock/stock-tabs.tsx";
import { CATEGORIES_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { optionalText, requiredText } from "#app/lib/forms/text-schema.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { randomId } from "#app/lib/random-id.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/stock-counts";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/stock-counts", "Comptages");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const page = parsePageParam(new URL(request.url).searchParams.get("page"));
  const [result, categories] = await Promise.all([
    toResult("stock counts", listCounts(client, page)),
    toResult("categories", listCountCategories(client)),
  ]);
  return { result, categories };
}

export default function StockCountsPage({ loaderData }: Route.ComponentProps) {
  const { result } = loaderData;
  const categories = useLastGood(loaderData.categories);
  const [isOpening, setIsOpening] = useState(false);
  return (
    <>
      <StockTabs />
      <PageActions lead="Compter le stock, à plusieurs et pendant que la boutique vend.">
        <Button variant="primary" onClick={() => setIsOpening(true)}>
          Nouveau comptage
        </Button>
      </PageActions>
      <ListResult
        result={result}
        errorMessage="Impossible de charger les comptages"
        empty="Aucun comptage : commencez par un rayon."
      >
        {(rows) => (
          <DataTable caption="Les comptages" columns={columns} rows={rows} getRowKey={({ id }) => id} />
        )}
      </ListResult>
      {isOpening && <CountDialog categories={categories} onClose={() => setIsOpening(false)} />}
    </>
  );
}

const columns: Column<StockCount>[] = [
  {
    label: "Comptage",
    isRowHeader: true,
    render: ({ id, name, shelf, categories }) => (
      <span className="grid justify-items-start">
        <Link
          to={`/admin/stock-counts/${id}`}
          className="inline-flex min-h-11 items-center wrap-anywhere hover:underline md:min-h-0"
        >
          {name}
        </Link>
        <span className="text-xs font-normal wrap-anywhere text-muted">
          {shelf ? `Rayon ${shelf}` : (categories?.name ?? "Libre")}
        </span>
      </span>
    ),
  },
  { label: "Commencé le", render: ({ created_at }) => formatDateTime(created_at) },
  { label: "Par", render: ({ actor_name }) => actor_name ?? "–" },
  {
    label: "État",
    render: ({ state }) => <Tag color={getCountState(state).color}>{getCountState(state).label}</Tag>,
  },
];

const countSchema = z
  .object({
    name: requiredText(1, 200, "Le nom du comptage est requis"),
    scope: z.enum(["shelf", "category", "free"]),
    shelf: optionalText(50),
    category_id: z.string(),
  })
  // Without a place it would count whatever is found.
  .check(
    z.refine(({ scope, shelf }) => scope !== "shelf" || shelf !== "", {
      path: ["shelf"],
      error: "Le rayon est requis",
    }),
    z.refine(({ scope, category_id }) => scope !== "category" || category_id !== "", {
      path: ["category_id"],
      error: "Choisissez une catégorie",
    }),
  );

interface CountDialogProps {
  categories: Result<readonly { id: string; name: string }[]>;
  onClose(): void;
}

function CountDialog({ categories, onClose }: CountDialogProps) {
  const navigate = useNavigate();
  const [id] = useState(randomId);
  const form = useForm({
    resolver: zodResolver(countSchema),
    defaultValues: { name: "", scope: "shelf" as const, shelf: "", category_id: "" },
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const scope: string = useWatch({ control, name: "scope" });
  const dialog = useActionForm({
    form,
    action: "open a stock count",
    act: ({ name, scope: kind, shelf, category_id }) =>
      openCount(getSupabase(), id, {
        name,
        shelf: kind === "shelf" ? shelf : "",
        category_id: kind === "category" ? category_id : "",
      }),
    onDone: async () => {
      await navigate(`/admin/stock-counts/${id}`);
    },
  });
  return (
    <EditDialog title="Nouveau comptage" {...dialog} onClose={onClose}>
      <TextField
        label="Nom"
        hint="Ce que vous comptez : « Plomberie, mars »."
        autoComplete="off"
        error={errors.name?.message}
        {...register("name")}
      />
      <Field label="Compter">
        {(field) => (
          <select {...field} {...register("scope")}>
            <option value="shelf">un rayon</option>
            <option value="category">une catégorie</option>
            <option value="free">ce que je trouve</option>
          </select>
        )}
      </Field>
      {scope === "shelf" && (
        <TextField
          label="Rayon"
          hint="Comme sur les fiches des produits."
          autoComplete="off"
          error={errors.shelf?.message}
          {...register("shelf")}
        />
      )}
      {scope === "category" && !categories.ok && <RouteLoadError message={CATEGORIES_LOAD_ERROR} />}
      {scope === "category" && categories.ok && (
        <Field label="Catégorie" error={errors.category_id?.message}>
          {(field) => (
            <select {...field} {...register("category_id")}>
              <option value="">À choisir</option>
              {categories.value.map(({ id: category, name }) => (
                <option key={category} value={category}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </EditDialog>
  );
}
