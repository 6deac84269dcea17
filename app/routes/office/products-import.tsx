/** /admin/products/import: many products created or changed by a file. */
import { officeMeta } from "../../features/office/office-meta.ts";
import { CsvImportScreen } from "../../features/office/products/csv/csv-import-screen.tsx";
import { useListAddress, WayBack } from "../../features/office/way-back.tsx";
import type { Route } from "./+types/products-import";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/products/import", "Importer des produits");
}

export default function ImportPage() {
  const list = useListAddress("/admin/products");
  return (
    <>
      <div>
        <WayBack to={list}>Tous les produits</WayBack>
        <p className="text-sm text-ink-soft">Importer des produits, ou leur stock, depuis un tableur.</p>
      </div>
      <CsvImportScreen />
    </>
  );
}
