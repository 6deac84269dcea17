/**
 * A technician's profile with the contact card. The page is the same for everyone; administrators also see
 * the contacts.
 */

import { data, Link } from "react-router";
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { ContactButton } from "#app/features/technicians/contact-button.tsx";
import { ContactCard } from "#app/features/technicians/contact-card.tsx";
import { ContactDetails } from "#app/features/technicians/contact-details.tsx";
import { getTechnicianBySlug } from "#app/features/technicians/technician.queries.ts";
import type { Technician } from "#app/features/technicians/technician.types.ts";
import { getTechniciansPath } from "#app/features/technicians/technician-filters.ts";
import { technicianJsonLd } from "#app/features/technicians/technician-json-ld.ts";
import {
  TechnicianAbout,
  TechnicianHeader,
  TechnicianStats,
} from "#app/features/technicians/technician-profile.tsx";
import { useTechnicianContacts } from "#app/features/technicians/use-technician-contacts.ts";
import { whatsappTechnicianLink } from "#app/features/technicians/whatsapp-technician.ts";
import {
  RETRY_SOON,
  TECHNICIAN_LOAD_ERROR,
  TECHNICIAN_NOT_FOUND,
  TECHNICIAN_UNREADABLE,
} from "#app/lib/error-messages.ts";
import { redirectOldSlug } from "#app/lib/pages/old-slugs.queries.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getTechnicianTags } from "#app/lib/pages/page-tags.ts";
import {
  getPublicPageInit,
  MISSING_PAGE_INIT,
  publicPageHeaders,
  UNAVAILABLE_PAGE_INIT,
} from "#app/lib/pages/public-page.ts";
import { getRouteData } from "#app/lib/pages/route-match.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/technician";
import { loadSender } from "./load-sender.ts";

const DESCRIPTION_LENGTH = 200;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const technician = await toResult("technician", getTechnicianBySlug(client, params.slug));
  if (!technician.ok) return data({ technician }, UNAVAILABLE_PAGE_INIT);
  if (!technician.value) {
    await redirectOldSlug(client, "technicians", params.slug, request, (url, slug) => {
      url.pathname = `/technician/${slug}`;
    });
    return data({ technician }, MISSING_PAGE_INIT);
  }
  return data({ technician }, getPublicPageInit(getTechnicianTags([technician.value]), [technician]));
}

export const headers = publicPageHeaders;

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const site = getSiteMeta(matches);
  const path = `/technician/${params.slug}`;
  const technician = loaderData?.technician.ok ? loaderData.technician.value : null;
  if (!technician) {
    const title = loaderData && !loaderData.technician.ok ? TECHNICIAN_UNREADABLE : TECHNICIAN_NOT_FOUND;
    return pageMeta({ ...site, path, title, description: `${title}.`, noindex: true });
  }
  const { name, specialty, location, description, image } = technician;
  return pageMeta({
    ...site,
    path,
    title: [name, specialty, location].filter(Boolean).join(", "),
    description: [specialty, location, description].filter(Boolean).join(". ").slice(0, DESCRIPTION_LENGTH),
    image: image ?? undefined,
    breadcrumbs: [...toBreadcrumbs(technician), { to: path, label: name }],
    jsonLd: import.meta.env.SSR && [technicianJsonLd(technician, site.siteUrl + path)],
  });
}

function toBreadcrumbs({ specialty, specialty_slug }: Technician) {
  return [
    { to: "/", label: "Accueil" },
    { to: "/technicians", label: "Techniciens" },
    { to: getTechniciansPath({ specialty: specialty_slug }), label: specialty },
  ];
}

export default function TechnicianPage({
  loaderData: { technician },
  matches,
  params,
}: Route.ComponentProps) {
  useFailureToast(technician, TECHNICIAN_LOAD_ERROR);
  if (!technician.ok || !technician.value) {
    return (
      <EmptyState
        image="empty-search"
        title={technician.ok ? TECHNICIAN_NOT_FOUND : TECHNICIAN_UNREADABLE}
        hint={
          technician.ok
            ? "Le lien est peut-être ancien, ou ce technicien n'est plus dans l'annuaire."
            : RETRY_SOON
        }
        headingLevel="h1"
      >
        {!technician.ok && (
          <a href={`/technician/${params.slug}`} className={buttonClass("primary")}>
            Réessayer
          </a>
        )}
        <Link to="/technicians" className={buttonClass(technician.ok ? "primary" : "outline")}>
          Retour aux techniciens
        </Link>
      </EmptyState>
    );
  }
  // The key resets the contact form when the technician changes.
  const { siteUrl } = getRouteData(matches, "root");
  return <Profile key={technician.value.id} technician={technician.value} siteUrl={siteUrl} />;
}

function Profile({ technician, siteUrl }: { technician: Technician; siteUrl: string }) {
  const { whatsapp, phone } = useShop();
  const { isAdmin } = useAuth();
  const contacts = useTechnicianContacts(technician.id, isAdmin);
  const whatsappUrl = whatsappTechnicianLink(technician, {
    shopNumber: whatsapp,
    technicianNumber: contacts.phone,
    url: `${siteUrl}/technician/${technician.slug}`,
  });
  return (
    <div className="page pb-20 md:pb-10">
      <Breadcrumbs crumbs={toBreadcrumbs(technician)} />
      <div className="mt-1 grid items-start gap-3 md:gap-4 lg:grid-cols-aside lg:gap-6">
        <div className="grid min-w-0 gap-3 md:gap-4">
          <TechnicianHeader technician={technician} />
          <TechnicianStats technician={technician} />
          <TechnicianAbout technician={technician} />
          <ContactDetails contacts={contacts} availability={technician.availability} />
        </div>
        <ContactCard whatsappUrl={whatsappUrl} shopPhone={phone}>
          <ContactButton technician={technician} loadSender={loadSender} />
        </ContactCard>
      </div>
    </div>
  );
}
