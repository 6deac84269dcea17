/** /admin/testimonials («Avis clients»): what the home page lets customers say of the shop. */
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { type Column, DataTable } from "../../components/office/data-table.tsx";
import { DeleteDialog } from "../../components/office/delete-dialog.tsx";
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { RefreshButton } from "../../components/office/refresh-button.tsx";
import { RowActions } from "../../components/office/row-actions.tsx";
import { Thumbnail } from "../../components/office/thumbnail.tsx";
import { RatingStars } from "../../components/ui/rating-stars.tsx";
import { officeMeta } from "../../features/office/office-meta.ts";
import { changeTestimonial } from "../../features/office/testimonials/change-testimonial.ts";
import { TestimonialDialog } from "../../features/office/testimonials/testimonial-dialog.tsx";
import { deleteTestimonial } from "../../features/office/testimonials/testimonials.mutations.ts";
import {
  listTestimonials,
  type Testimonial,
} from "../../features/office/testimonials/testimonials.queries.ts";
import { readPage, readText } from "../../lib/address-params.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/testimonials";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/testimonials", "Avis clients");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = readText(params.get("search"));
  const found = await load(
    "testimonials",
    listTestimonials(supabase(), { search, page: readPage(params.get("page")) }),
  );
  return { found, search };
}

export default function TestimonialsPage({ loaderData: { found, search } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<Testimonial | "new" | null>(null);
  const [deleted, setDeleted] = useState<Testimonial | null>(null);

  const columns: Column<Testimonial>[] = [
    {
      label: "Client",
      isName: true,
      render: ({ name, role, avatar }) => (
        <span className="flex items-center gap-3">
          <Thumbnail url={avatar} className="size-11 rounded-full" />
          <span className="min-w-0">
            {name}
            {role && <span className="block text-sm font-normal text-ink-soft">{role}</span>}
          </span>
        </span>
      ),
    },
    { label: "Note", render: ({ rating }) => <RatingStars rating={rating} /> },
    {
      label: "Extrait",
      onCard: "whole",
      render: ({ content }) => <span className="line-clamp-3 max-w-prose md:line-clamp-2">{content}</span>,
    },
    {
      label: "Actions",
      numeric: true,
      onCard: "corner",
      render: (testimonial) => (
        <RowActions
          name={`le témoignage de ${testimonial.name}`}
          edit={() => setEdited(testimonial)}
          onDelete={() => setDeleted(testimonial)}
        />
      ),
    },
  ];
  const add = (
    <button type="button" className="btn btn-primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden size={16} />
      Ajouter un témoignage
    </button>
  );

  return (
    <>
      <PageActions lead="La page d'accueil montre les neuf plus récents.">
        <RefreshButton compact />
        {add}
      </PageActions>
      <FilterBar label="Rechercher un témoignage" placeholder="Nom, rôle ou texte" />
      <ListResult
        found={found}
        failure="Impossible de charger les témoignages"
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
          <DataTable caption="Les témoignages" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </ListResult>
      {edited && (
        <TestimonialDialog
          testimonial={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={async () => {
            setEdited(null);
            await revalidate();
          }}
        />
      )}
      {deleted && (
        <DeleteDialog
          title="Supprimer le témoignage ?"
          onDelete={async () =>
            (await changeTestimonial("delete", (client) => deleteTestimonial(client, deleted.id))) === null
          }
          onClose={() => setDeleted(null)}
        >
          Le témoignage de {deleted.name} disparaîtra de la boutique.
        </DeleteDialog>
      )}
    </>
  );
}
