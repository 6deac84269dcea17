/** /admin/testimonials («Avis clients»): the customers' testimonials on the home page. */

import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { RefreshButton } from "#app/components/admin/refresh-button.tsx";
import { actionsColumn } from "#app/components/admin/row-actions.tsx";
import { Thumbnail } from "#app/components/admin/thumbnail.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { RatingStars } from "#app/components/ui/rating-stars.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import {
  getTestimonialToast,
  mutateTestimonial,
  reportTestimonialFailure,
} from "#app/features/admin/testimonials/mutate-testimonial.ts";
import { TestimonialDialog } from "#app/features/admin/testimonials/testimonial-dialog.tsx";
import { deleteTestimonial } from "#app/features/admin/testimonials/testimonials.mutations.ts";
import { listTestimonials, type Testimonial } from "#app/features/admin/testimonials/testimonials.queries.ts";
import { TESTIMONIALS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/testimonials";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/testimonials", "Avis clients");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = parseTextParam(params.get("search"));
  const result = await toResult(
    "testimonials",
    listTestimonials(getSupabase(), { search, page: parsePageParam(params.get("page")) }),
  );
  return { result, search };
}

export default function TestimonialsPage({ loaderData: { result, search } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [editing, setEditing] = useState<Testimonial | "new" | null>(null);
  const [deleting, setDeleting] = useState<Testimonial | null>(null);

  const columns: Column<Testimonial>[] = [
    {
      label: "Client",
      isRowHeader: true,
      render: ({ name, role, avatar }) => (
        <span className="flex items-center gap-3">
          <Thumbnail url={avatar} className="size-11 rounded-full" />
          <span className="min-w-0">
            {name}
            {role && <span className="block text-sm font-normal text-muted">{role}</span>}
          </span>
        </span>
      ),
    },
    { label: "Note", cardPosition: "full", render: ({ rating }) => <RatingStars rating={rating} /> },
    {
      label: "Extrait",
      cardPosition: "full",
      render: ({ content }) => <span className="line-clamp-2 max-w-prose">{content}</span>,
    },
    actionsColumn((testimonial) => ({
      name: `le témoignage de ${testimonial.name}`,
      edit: () => setEditing(testimonial),
      onDelete: () => setDeleting(testimonial),
    })),
  ];
  const add = (
    <Button variant="primary" onClick={() => setEditing("new")}>
      <Plus aria-hidden size={16} />
      Ajouter un témoignage
    </Button>
  );

  return (
    <>
      <PageActions lead="La page d'accueil montre les 50 plus récents.">
        <RefreshButton compact />
        {add}
      </PageActions>
      <FilterBar label="Rechercher un témoignage" placeholder="Nom, rôle ou texte" />
      <ListResult
        result={result}
        errorMessage={TESTIMONIALS_LOAD_ERROR}
        empty={
          search ? (
            <p>Aucun témoignage ne correspond à cette recherche.</p>
          ) : (
            <>
              <p>Aucun témoignage pour le moment.</p>
              {add}
            </>
          )
        }
      >
        {(rows) => (
          <DataTable caption="Les témoignages" columns={columns} rows={rows} getRowKey={({ id }) => id} />
        )}
      </ListResult>
      {editing && (
        <TestimonialDialog
          testimonial={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={async () => {
            setEditing(null);
            await revalidate();
          }}
        />
      )}
      {deleting && (
        <DeleteDialog
          title="Supprimer le témoignage ?"
          onDelete={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          Le témoignage de {deleting.name} disparaîtra de la boutique.
        </DeleteDialog>
      )}
    </>
  );
}

async function remove({ id }: Testimonial): Promise<boolean> {
  try {
    await mutateTestimonial("delete", (client) => deleteTestimonial(client, id));
  } catch (error) {
    console.error("admin: the testimonial could not be deleted", error);
    reportTestimonialFailure("delete", error);
    return false;
  }
  toast(getTestimonialToast("delete"));
  return true;
}
