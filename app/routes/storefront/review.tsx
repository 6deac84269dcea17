/**
 * Where the link in a review mail leads. The token in the address is all that its holder needs: nobody has to sign in.
 * It stays between the browser and the backend, and no cache keeps the page.
 */
import { Link, useRevalidator } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { BusyButton } from "../../components/ui/busy-button.tsx";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { OfflineNotice } from "../../components/ui/offline-notice.tsx";
import { toastCode } from "../../components/ui/toast/toaster.tsx";
import { RequestedReview } from "../../features/reviews/requested-review.tsx";
import { findReviewRequest, getAuthorName } from "../../features/reviews/review.queries.ts";
import { ReviewFormSkeleton } from "../../features/reviews/review-form-skeleton.tsx";
import { authCode } from "../../lib/auth-code.ts";
import { load } from "../../lib/loaded.ts";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { hasStoredSession } from "../../lib/stored-session.ts";
import { supabase, supabaseAsVisitor } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/review";

const CLOSED = "Ce lien de demande d'avis a expiré ou a déjà été utilisé.";
const FAILED = "Impossible de charger les détails de la demande d'avis.";
const NO_TOKEN = "Lien de demande d'avis invalide. Veuillez utiliser le lien fourni dans votre email.";
const UNKNOWN = "Lien de demande d'avis invalide.";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: "/review",
    title: "Donnez votre avis",
    description: "Dites ce que vous pensez de votre achat : votre avis aide les autres à choisir.",
    noindex: true,
  });
}

export const headers = () => ({ "cache-control": "no-store" });

export async function clientLoader({ request: { url } }: Route.ClientLoaderArgs) {
  const token = new URL(url).searchParams.get("token");
  if (!token) return { problem: NO_TOKEN, request: null };
  const [found] = await Promise.all([
    load("review request", findReviewRequest(supabaseAsVisitor(), token)),
    toastCode.get(),
  ]);
  if (!found.ok) return { problem: FAILED, request: null };
  if (found.value === null) return { problem: UNKNOWN, request: null };
  if (found.value === "closed") return { problem: CLOSED, request: null };
  const request = found.value;
  const writer = await load("writer", findWriter(request.email));
  return { problem: null, request, writer: writer.ok ? writer.value : null };
}

/** The signed-in customer whom the link was sent to; null for anyone else. */
async function findWriter(email: string): Promise<{ id: string; name: string } | null> {
  if (!hasStoredSession()) return null;
  const { authClient } = await authCode.get();
  const { data, error } = await (await authClient()).getSession();
  if (error) throw error;
  const user = data.session?.user;
  if (user?.email?.toLowerCase() !== email.toLowerCase()) return null;
  return { id: user.id, name: await getAuthorName(supabase(), user.id) };
}

export default function ReviewPage({ loaderData: { problem, request, writer } }: Route.ComponentProps) {
  return (
    <Frame>
      {problem === null ? (
        <RequestedReview key={request.token} request={request} writer={writer} />
      ) : (
        <Problem text={problem} />
      )}
    </Frame>
  );
}

function Problem({ text }: { text: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div role="alert">
      <EmptyState
        picture="closed-letter"
        title={text}
        hint={text === FAILED ? "Le réseau ne répond pas. Votre lien reste valable." : undefined}
      >
        {text === FAILED && (
          <BusyButton
            type="button"
            className="btn btn-primary"
            busy={state === "loading"}
            onClick={() => void revalidate()}
          >
            Réessayer
          </BusyButton>
        )}
        <Link to="/products" className={text === FAILED ? "btn btn-outline" : "btn btn-primary"}>
          Voir tous les produits
        </Link>
      </EmptyState>
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <OfflineNotice />
    </Frame>
  );
}

export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScript />
      <ReviewFormSkeleton />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="page py-6 md:py-12">
      <div className="card mx-auto grid max-w-[640px] gap-5 p-5 sm:p-8">
        <h1 className="text-2xl">Donnez votre avis</h1>
        {children}
      </div>
    </div>
  );
}
