/** The matching page: how customers and technicians come together, and the first technicians. */

import { data, Link } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { MatchingSteps } from "#app/features/technicians/matching-steps.tsx";
import { listFirstTechnicians } from "#app/features/technicians/technician.queries.ts";
import type { CardTechnician } from "#app/features/technicians/technician.types.ts";
import { TechnicianCard } from "#app/features/technicians/technician-card.tsx";
import { TechnicianGrid } from "#app/features/technicians/technician-grid.tsx";
import { TECHNICIANS_LIST_ERROR, TECHNICIANS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getTechnicianTags, TECHNICIAN_LIST_TAGS } from "#app/lib/pages/page-tags.ts";
import { getPublicPageInit, publicPageHeaders } from "#app/lib/pages/public-page.ts";
import { getRows, type Result, toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/technician-matching";

export async function loader({ context }: Route.LoaderArgs) {
  const technicians = await toResult("technicians", listFirstTechnicians(createAnonSupabase(context)));
  const tags = [...TECHNICIAN_LIST_TAGS, ...getTechnicianTags(getRows(technicians))];
  return data({ technicians }, getPublicPageInit(tags, [technicians]));
}

export const headers = publicPageHeaders;

export const handle: PageHandle = { offlineCopy: false };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/technician-matching",
    title: "Mise en relation",
    description:
      "Des travaux à faire ? Choisissez un technicien, écrivez-lui gratuitement, et convenez ensemble du prix et de la date.",
  });
}

export default function TechnicianMatchingPage({ loaderData: { technicians } }: Route.ComponentProps) {
  useFailureToast(technicians, TECHNICIANS_LOAD_ERROR);
  return (
    <div className="page py-6 md:py-10">
      <h1 className="text-2xl md:text-4xl">Mise en relation</h1>
      <p className="mt-2 mb-5 max-w-prose text-muted md:text-lg">
        Vous avez le matériel, il vous manque les mains&nbsp;? Nous vous présentons des gens de métier, et
        vous leur parlez vous-même.
      </p>
      <section aria-labelledby="how">
        <h2 id="how" className="sr-only">
          Comment ça marche
        </h2>
        <MatchingSteps />
      </section>
      <section aria-labelledby="professionals" className="mt-10 md:mt-14">
        <h2 id="professionals" className="mb-4 text-xl md:text-3xl">
          Professionnels à votre service
        </h2>
        <Professionals technicians={technicians} />
      </section>
      <p className="mt-6 text-center">
        <Link to="/technicians" className={buttonClass("primary")}>
          Voir tous les techniciens
        </Link>
      </p>
    </div>
  );
}

function Professionals({ technicians }: { technicians: Result<CardTechnician[]> }) {
  if (!technicians.ok) {
    return (
      <p role="alert" className="card p-5">
        {TECHNICIANS_LIST_ERROR}{" "}
        <a href="/technician-matching" className="link">
          Réessayer
        </a>
      </p>
    );
  }
  if (technicians.value.length === 0) {
    return <p className="card p-5">Aucun technicien disponible pour le moment.</p>;
  }
  return (
    <TechnicianGrid>
      {technicians.value.map((technician) => (
        <li key={technician.id}>
          <TechnicianCard technician={technician} headingLevel="h3" />
        </li>
      ))}
    </TechnicianGrid>
  );
}
