/** /admin/quotes/:id: one quote request with its file and its status. */
import { useRevalidator } from "react-router";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { hasPreview } from "#app/features/admin/quotes/quote-preview.ts";
import { QUOTES_PATH, QuoteView } from "#app/features/admin/quotes/quote-view.tsx";
import { createQuoteFileUrl, findQuote, type Quote } from "#app/features/admin/quotes/quotes.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { RowResult } from "#app/features/admin/shared/row-result.tsx";
import { toResult } from "#app/lib/result.ts";
import { getStorageClient } from "#app/lib/supabase/storage.client.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/quote";

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `${QUOTES_PATH}/${params.id}`, "Cotation");
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const result = await toResult("quote", findQuote(getSupabase(), params.id));
  const preview = await toResult("preview", createPreviewUrl(result.ok ? result.value : null));
  return { result, preview };
}

async function createPreviewUrl(quote: Quote | null): Promise<string | null> {
  if (!quote || !hasPreview(quote.file_path)) return null;
  return createQuoteFileUrl(await getStorageClient(), quote.file_path);
}

export default function QuotePage({ loaderData: { result, preview } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useRealtimeRevalidation(["quotes"], revalidate);
  return (
    <RowResult
      result={result}
      errorMessage="Impossible de charger la cotation"
      notFoundMessage="Cette cotation n'existe pas ou plus."
      list={{ path: QUOTES_PATH, label: "Toutes les cotations" }}
    >
      {(quote) => <QuoteView key={quote.id} quote={quote} preview={preview} />}
    </RowResult>
  );
}
