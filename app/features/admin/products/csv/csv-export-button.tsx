/** Exports the products of the list as a file. */
import Download from "lucide-react/icons/download";
import { useEffect, useRef, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { hasFilters, type ProductFilters } from "#app/features/admin/products/list/products-search-params.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { fetchProductPages } from "./csv-export.queries.ts";
import { buildProductsCsv, getExportLabel } from "./csv-export.ts";

interface CsvExportButtonProps {
  filters: ProductFilters;
  /** The number of products in the list, possibly an estimate; null when it failed to load. */
  total: number | null;
}

export function CsvExportButton({ filters, total }: CsvExportButtonProps) {
  const [count, setCount] = useState<number | null>(null);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  async function run() {
    setCount(0);
    try {
      const exported = await buildProductsCsv(fetchProductPages(getSupabase(), filters), setCount);
      if (isUnmounted.current) return;
      downloadFile(exported.file, `produits-${new Date().toISOString().slice(0, 10)}.csv`);
      toast({ title: exported.count === 1 ? "1 produit exporté" : `${exported.count} produits exportés` });
    } catch (error) {
      console.error("admin: the products could not be exported", error);
      toastError("Impossible d'exporter les produits");
    } finally {
      setCount(null);
    }
  }

  const percent = count === null || !total ? 0 : Math.min(99, Math.round((count / total) * 100));
  return (
    <BusyButton variant="outline" busy={count !== null} disabled={total === 0} onClick={() => void run()}>
      <Download aria-hidden size={18} />
      {count !== null ? `Export... ${percent} %` : getExportLabel(hasFilters(filters), total)}
    </BusyButton>
  );
}

function downloadFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The URL is revoked later, since the browser has only started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
