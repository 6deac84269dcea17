/** A technician's profile, and the ways to reach them: the same page for everyone, the contacts only for administrators. */
import { data, Link } from "react-router";
import { Breadcrumbs } from "../../components/layout/breadcrumbs.tsx";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import { useShop } from "../../features/content/shop-settings.tsx";
import { useAuth } from "../../features/identity/auth-provider.tsx";
import { ContactButton } from "../../features/technicians/contact-button.tsx";
import { ContactCard } from "../../features/technicians/contact-card.tsx";
import { ContactDetails } from "../../features/technicians/contact-details.tsx";
import { getTechnicianBySlug } from "../../features/technicians/technician.queries.ts";
import type { Technician } from "../../features/technicians/technician.types.ts";
import { techniciansPath } from "../../features/technicians/technician-filters.ts";
import { technicianJsonLd } from "../../features/technicians/technician-json-ld.ts";
import {
  TechnicianAbout,
  TechnicianFigures,
  TechnicianHeader,
} from "../../features/technicians/technician-profile.tsx";
import { useTechnicianContacts } from "../../features/technicians/use-technician-contacts.ts";
import { whatsappTechnicianLink } from "../../features/technicians/whatsapp-technician.ts";
import { load } from "../../lib/loaded.ts";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { publicPage, publicPageHeaders } from "../../lib/public-page.ts";
import { publicClient } from "../../lib/supabase.server.ts";
import type { Route } from "./+types/technician";

const NOT_KEPT = { "cache-control": "no-store" };
const NOT_FOUND = "Technicien non trouvé";
const DESCRIPTION_LENGTH = 200;

export async function loader({ params, context }: Route.LoaderArgs) {
  const technician = await load("technician", getTechnicianBySlug(publicClient(context), params.slug));
  if (!technician.ok) return data({ technician }, { status: 500, headers: NOT_KEPT });
  if (!technician.value) return data({ technician }, { status: 404, headers: NOT_KEPT });
  return data({ technician }, publicPage(["technicians"], [technician]));
}

export const headers = publicPageHeaders;

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const site = siteOf(matches);
  const path = `/technician/${params.slug}`;
  const technician = loaderData?.technician.ok ? loaderData.technician.value : null;
  if (!technician) {
    return pageMeta({ ...site, path, title: NOT_FOUND, description: `${NOT_FOUND}.`, noindex: true });
  }
  const { name, specialty, location, description, image } = technician;
  return pageMeta({
    ...site,
    path,
    title: [name, specialty, location].filter(Boolean).join(", "),
    description: [specialty, location, description].filter(Boolean).join(". ").slice(0, DESCRIPTION_LENGTH),
    image: image ?? undefined,
    trail: [...crumbsOf(technician), { to: path, label: name }],
    jsonLd: import.meta.env.SSR && [technicianJsonLd(technician, site.siteUrl + path)],
  });
}

function crumbsOf({ specialty, specialty_slug }: Technician) {
  return [
    { to: "/", label: "Accueil" },
    { to: "/technicians", label: "Techniciens" },
    { to: techniciansPath({ specialty: specialty_slug }), label: specialty },
  ];
}

export default function TechnicianPage({ loaderData: { technician }, matches }: Route.ComponentProps) {
  useFailureToast(technician, "Impossible de charger les détails du technicien");
  if (!technician.ok || !technician.value) {
    return (
      <EmptyState
        picture="empty-search"
        title={technician.ok ? NOT_FOUND : "Ce profil n'a pas pu être lu"}
        hint={
          technician.ok
            ? "Le lien est peut-être ancien, ou ce technicien n'est plus dans l'annuaire."
            : "Réessayez dans un instant."
        }
        headingLevel="h1"
      >
        <Link to="/technicians" className="btn btn-primary">
          Retour aux techniciens
        </Link>
      </EmptyState>
    );
  }
  // What was typed to one technician is not for the next one.
  const { siteUrl } = matches[0].loaderData;
  return <Profile key={technician.value.id} technician={technician.value} siteUrl={siteUrl} />;
}

function Profile({ technician, siteUrl }: { technician: Technician; siteUrl: string }) {
  const { whatsapp, phone } = useShop();
  const { isAdmin } = useAuth();
  const contacts = useTechnicianContacts(technician.id, isAdmin);
  const chat = whatsappTechnicianLink(technician, {
    shopNumber: whatsapp,
    ownNumber: contacts.phone,
    url: `${siteUrl}/technician/${technician.slug}`,
  });
  return (
    <div className="page pb-20 md:pb-10">
      <Breadcrumbs crumbs={crumbsOf(technician)} />
      <div className="mt-1 grid items-start gap-3 md:gap-4 lg:grid-cols-[1fr_360px] lg:gap-6">
        <div className="grid min-w-0 gap-3 md:gap-4">
          <TechnicianHeader technician={technician} />
          <TechnicianFigures technician={technician} />
          <TechnicianAbout technician={technician} />
          <ContactDetails contacts={contacts} availability={technician.availability} />
        </div>
        <ContactCard chat={chat} shopPhone={phone}>
          <ContactButton technician={technician} />
        </ContactCard>
      </div>
    </div>
  );
}
