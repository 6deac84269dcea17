/** /admin/quotes/:id: one quote request with its file and its status. */
import { useRevalidator } from "react-router";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { adminMeta } from "#app/features/admin/admin-meta.ts";
import { hasPreview } from "#app/features/admin/quotes/quote-preview.ts";
import { QUOTES_PATH, QuoteView } from "#app/features/admin/quotes/quote-view.tsx";
import { createQuoteFileUrl, findQuote, type Quote } from "#app/features/admin/quotes/quotes.queries.ts";
import { RowResult } from "#app/features/admin/row-result.tsx";
import { parseIdParam } from "#app/lib/pages/search-params.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getStorageClient } from "#app/lib/supabase/storage.client.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/quote";

const EMPTY_RESULT = { ok: true, value: null } satisfies Result<null>;

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `${QUOTES_PATH}/${params.id}`, "Cotation");
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const id = parseIdParam(params.id);
  if (!id) return { result: EMPTY_RESULT, preview: EMPTY_RESULT };
  const result = await toResult("quote", findQuote(getSupabase(), id));
  return { result, preview: result.ok && result.value ? await loadPreview(result.value) : EMPTY_RESULT };
}

function loadPreview({ file_path }: Quote): Promise<Result<string | null>> {
  const url = hasPreview(file_path)
    ? getStorageClient().then((files) => createQuoteFileUrl(files, file_path))
    : Promise.resolve(null);
  return toResult("preview", url);
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
