/**
 * The target page of the link in a review mail. The token in the URL authorizes its holder, without a
 * sign-in. It is sent to the backend only, and the page is not cached.
 */

import { Link, useRevalidator } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { OfflineNotice } from "#app/components/ui/offline-notice.tsx";
import { toastModule } from "#app/components/ui/toast/toaster.tsx";
import { RequestedReview } from "#app/features/reviews/requested-review.tsx";
import { findReviewRequest, getAuthorName } from "#app/features/reviews/review.queries.ts";
import { ReviewFormSkeleton } from "#app/features/reviews/review-form-skeleton.tsx";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { toResult } from "#app/lib/result.ts";
import { authModule } from "#app/lib/supabase/auth-module.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";
import { getAnonSupabase, getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/review";

const CLOSED = "Ce lien de demande d'avis a expiré ou a déjà été utilisé.";
const FAILED = "Impossible de charger les détails de la demande d'avis.";
const NO_TOKEN = "Lien de demande d'avis invalide. Veuillez utiliser le lien fourni dans votre email.";
const UNKNOWN = "Lien de demande d'avis invalide.";

export const handle: PageHandle = { noindex: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/review",
    title: "Donnez votre avis",
    description: "Dites ce que vous pensez de votre achat : votre avis aide les autres à choisir.",
  });
}

export const headers = () => ({ "cache-control": "no-store" });

export async function clientLoader({ request: { url } }: Route.ClientLoaderArgs) {
  const token = new URL(url).searchParams.get("token");
  if (!token) return { error: NO_TOKEN, request: null };
  const [result] = await Promise.all([
    toResult("review request", findReviewRequest(getAnonSupabase(), token)),
    toastModule.get(),
  ]);
  if (!result.ok) return { error: FAILED, request: null };
  if (result.value === null) return { error: UNKNOWN, request: null };
  if (result.value === "closed") return { error: CLOSED, request: null };
  const request = result.value;
  const author = await toResult("writer", findSignedInAuthor(request.email));
  return { error: null, request, signedInAuthor: author.ok ? author.value : null };
}

/** The signed-in customer if the link was sent to their address, else null. */
async function findSignedInAuthor(email: string): Promise<{ id: string; name: string } | null> {
  if (!hasStoredSession()) return null;
  const { getCurrentSession } = await authModule.get();
  const user = (await getCurrentSession())?.user;
  if (user?.email?.toLowerCase() !== email.toLowerCase()) return null;
  return { id: user.id, name: await getAuthorName(getSupabase(), user.id) };
}

export default function ReviewPage({ loaderData: { error, request, signedInAuthor } }: Route.ComponentProps) {
  return (
    <PageLayout>
      {error === null ? (
        <RequestedReview key={request.token} request={request} signedInAuthor={signedInAuthor} />
      ) : (
        <ErrorMessage text={error} />
      )}
    </PageLayout>
  );
}

function ErrorMessage({ text }: { text: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div role="alert">
      <EmptyState
        image="closed-letter"
        title={text}
        hint={text === FAILED ? "Votre lien reste valable." : undefined}
      >
        {text === FAILED && (
          <BusyButton variant="primary" busy={state === "loading"} onClick={() => void revalidate()}>
            Réessayer
          </BusyButton>
        )}
        <Link to="/products" className={buttonClass(text === FAILED ? "outline" : "primary")}>
          Voir tous les produits
        </Link>
      </EmptyState>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageLayout>
      <OfflineNotice error={error} />
    </PageLayout>
  );
}

export function HydrateFallback() {
  return (
    <PageLayout>
      <NoScriptNotice />
      <ReviewFormSkeleton />
    </PageLayout>
  );
}

function PageLayout({ children }: { children: React.ReactNode }) {
  return (
    <div className="page py-6 md:py-12">
      <div className="card mx-auto grid max-w-160 gap-5 p-5 sm:p-8">
        <h1 className="text-2xl">Donnez votre avis</h1>
        {children}
      </div>
    </div>
  );
}
