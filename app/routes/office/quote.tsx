/** /admin/quotes/:id: one request for a quote, its file, and how far its answer is. */
import { useRevalidator } from "react-router";
import { useLive } from "../../components/office/use-live.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { hasPreview } from "../../features/office/quotes/quote-states.ts";
import { QUOTES, QuoteView } from "../../features/office/quotes/quote-view.tsx";
import { findQuote, type Quote, signQuoteFile } from "../../features/office/quotes/quotes.queries.ts";
import { RowResult } from "../../features/office/row-result.tsx";
import { readId } from "../../lib/address-params.ts";
import { type Loaded, load } from "../../lib/loaded.ts";
import { storage } from "../../lib/storage.client.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/quote";

const NOTHING = { ok: true, value: null } satisfies Loaded<null>;

export function meta({ matches, params }: Route.MetaArgs) {
  return officeMeta(matches, `${QUOTES}/${params.id}`, "Cotation");
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const id = readId(params.id);
  if (!id) return { found: NOTHING, preview: NOTHING };
  const found = await load("quote", findQuote(supabase(), id));
  return { found, preview: found.ok && found.value ? await previewOf(found.value) : NOTHING };
}

function previewOf({ file_path }: Quote): Promise<Loaded<string | null>> {
  const address = hasPreview(file_path)
    ? storage().then((files) => signQuoteFile(files, file_path))
    : Promise.resolve(null);
  return load("preview", address);
}

export default function QuotePage({ loaderData: { found, preview } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useLive(["quotes"], revalidate);
  return (
    <RowResult
      found={found}
      failure="Impossible de charger la cotation"
      missing="Cette cotation n'existe pas ou plus."
      list={{ path: QUOTES, label: "Toutes les cotations" }}
    >
      {(quote) => <QuoteView key={quote.id} quote={quote} preview={preview} />}
    </RowResult>
  );
}
