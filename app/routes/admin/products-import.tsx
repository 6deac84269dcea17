/** /admin/products/import: creates or updates many products from a file. */

import { CsvImportScreen } from "#app/features/admin/products/csv/csv-import-screen.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { BackLink, useListLocation } from "#app/features/admin/shared/back-link.tsx";
import type { Route } from "./+types/products-import";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/products/import", "Importer des produits");
}

export default function ImportPage() {
  const list = useListLocation("/admin/products");
  return (
    <>
      <div>
        <BackLink to={list}>Tous les produits</BackLink>
        <p className="text-sm text-muted">Importer des produits, ou leur stock, depuis un tableur.</p>
      </div>
      <CsvImportScreen />
    </>
  );
}
