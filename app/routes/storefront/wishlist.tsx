/**
 * The wishlist page, a page of its own because visitors have a wishlist too. Its HTML is the same for
 * everyone (only the browser knows whose list it is), so it is cached like a public page.
 */
import { data, Link } from "react-router";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getPublicPageInit, publicPageHeaders } from "#app/lib/pages/public-page.ts";
import { MyWishlist } from "#app/routes/shared/my-wishlist.tsx";
import type { Route } from "./+types/wishlist";

export function loader() {
  return data(null, getPublicPageInit([], []));
}

export const headers = publicPageHeaders;

export const handle: PageHandle = { noindex: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/wishlist",
    title: "Liste de souhaits",
    description: "Les produits que vous gardez en tête.",
  });
}

export default function WishlistPage() {
  const { status } = useAuth();
  return (
    <div className="page grid gap-4 py-6 md:py-10">
      <h1 className="text-3xl">Liste de souhaits</h1>
      <NoScriptNotice />
      {/* Until it is known whose list it is, the text has its room, so that the list does not move. */}
      <p className={`max-w-prose text-muted ${status === "loading" ? "invisible" : ""}`}>
        {status === "signed-in" ? (
          "Votre liste est gardée dans votre compte : vous la retrouvez sur tous vos appareils."
        ) : (
          <>
            Votre liste est gardée sur cet appareil.{" "}
            <Link to="/login?returnUrl=/wishlist" className="link">
              Connectez-vous
            </Link>{" "}
            pour la retrouver partout.
          </>
        )}
      </p>
      <MyWishlist />
    </div>
  );
}
