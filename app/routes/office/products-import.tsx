/** /admin/products/import: many products created or changed by a file. */
import { PageActions } from "../../components/office/page-actions.tsx";
import { officeMeta } from "../../features/office/office-meta.ts";
import { CsvImportScreen } from "../../features/office/products/csv/csv-import-screen.tsx";
import type { Route } from "./+types/products-import";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/products/import", "Importer des produits");
}

export default function ImportPage() {
  return (
    <>
      <PageActions lead="Importer des produits, ou leur stock, depuis un tableur." />
      <CsvImportScreen />
    </>
  );
}
