/**
 * The wishlist at an address of its own, because visitors have one too. Its HTML is the same for everyone (whose
 * list it is, only the browser knows), so it is kept like a public page.
 */
import { data, Link } from "react-router";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { useAuth } from "../../features/identity/auth-provider.tsx";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { publicPage, publicPageHeaders } from "../../lib/public-page.ts";
import { MyWishlist } from "../parts/my-wishlist.tsx";
import type { Route } from "./+types/wishlist";

export function loader() {
  return data(null, publicPage([], []));
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: "/wishlist",
    title: "Liste de souhaits",
    description: "Les produits que vous gardez en tête.",
    noindex: true,
  });
}

export default function WishlistPage() {
  const { status } = useAuth();
  return (
    <div className="page grid gap-4 py-6 md:py-10">
      <h1 className="text-3xl">Liste de souhaits</h1>
      <NeedsScript />
      {status === "anonymous" && (
        <p className="max-w-prose text-ink-soft">
          Votre liste est gardée sur cet appareil.{" "}
          <Link to="/login?returnUrl=/wishlist" className="link">
            Connectez-vous
          </Link>{" "}
          pour la retrouver partout.
        </p>
      )}
      <MyWishlist />
    </div>
  );
}
