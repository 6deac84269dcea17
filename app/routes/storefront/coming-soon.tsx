/** The addresses of the shop whose screens are still being built: each has its title, says so and leads on. */
import { Link, useLocation } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { useShop } from "../../features/content/shop-settings.tsx";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { whatsappLink } from "../../lib/whatsapp.ts";
import type { Route } from "./+types/coming-soon";

/** The first segment of the address, and the title of what will be there. */
const titles: Record<string, string> = {
};

function titleOf(pathname: string): string {
  return titles[pathname.split("/")[1] ?? ""] ?? "Bientôt disponible";
}

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: location.pathname,
    title: titleOf(location.pathname),
    description: "Cette page arrive bientôt.",
    noindex: true,
  });
}

export default function ComingSoonPage() {
  const { pathname } = useLocation();
  const { whatsapp } = useShop();
  return (
    <EmptyState
      picture="coming-soon"
      title={titleOf(pathname)}
      hint="Cette page arrive bientôt. En attendant, notre équipe répond à vos questions sur WhatsApp."
      headingLevel="h1"
    >
      <Link to="/products" className="btn btn-primary">
        Voir les produits
      </Link>
      {whatsapp && (
        <a
          href={whatsappLink(whatsapp, `Bonjour, j'ai une question (${titleOf(pathname)}).`)}
          target="_blank"
          rel="noopener noreferrer"
          className="btn btn-leaf"
        >
          Écrire sur WhatsApp
        </a>
      )}
    </EmptyState>
  );
}
