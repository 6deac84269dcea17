/** /admin/returns/:id: one return with its photo and its next step. */
import { ReturnView } from "#app/features/admin/returns/return-view.tsx";
import { createPhotoUrl, findReturn, type Return } from "#app/features/admin/returns/returns.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { RowResult } from "#app/features/admin/shared/row-result.tsx";
import { toResult } from "#app/lib/result.ts";
import { getStorageClient } from "#app/lib/supabase/storage.client.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/return";

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `/admin/returns/${params.id}`, "Retour");
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const result = await toResult("return", findReturn(getSupabase(), params.id));
  const photo = await toResult("photo of a return", loadPhotoUrl(result.ok ? result.value : null));
  return { result, photo };
}

async function loadPhotoUrl(opened: Return | null): Promise<string | null> {
  return opened?.photo_path ? createPhotoUrl(await getStorageClient(), opened.photo_path) : null;
}

export default function ReturnPage({ loaderData: { result, photo } }: Route.ComponentProps) {
  return (
    <RowResult
      result={result}
      errorMessage="Impossible de charger le retour"
      notFoundMessage="Ce retour n'existe pas ou plus."
      list={{ path: "/admin/returns", label: "Tous les retours" }}
    >
      {(opened) => <ReturnView key={opened.id} opened={opened} photo={photo} />}
    </RowResult>
  );
}
