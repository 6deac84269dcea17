/** Takes what the list finds home as a file. */
import Download from "lucide-react/icons/download";
import { useEffect, useRef, useState } from "react";
import { BusyButton } from "../../../../components/ui/busy-button.tsx";
import { toast, toastError } from "../../../../components/ui/toast/toast.ts";
import { supabase } from "../../../../lib/supabase.client.ts";
import { isFiltered, type ProductFilters } from "../products-address.ts";
import { exportPages } from "./csv-export.queries.ts";
import { exportLabel, writeProductsCsv } from "./csv-export.ts";

interface CsvExportButtonProps {
  filters: ProductFilters;
  /** How many the list finds, perhaps by estimate; null when it could not be read. */
  total: number | null;
}

export function CsvExportButton({ filters, total }: CsvExportButtonProps) {
  const [count, setCount] = useState<number | null>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  async function run() {
    setCount(0);
    try {
      const written = await writeProductsCsv(exportPages(supabase(), filters), setCount);
      if (isLeft.current) return;
      download(written.file, `produits-${new Date().toISOString().slice(0, 10)}.csv`);
      toast({ title: written.count === 1 ? "1 produit exporté" : `${written.count} produits exportés` });
    } catch (error) {
      console.error("office: the products could not be exported", error);
      toastError("Impossible d'exporter les produits");
    } finally {
      setCount(null);
    }
  }

  const share = count === null || !total ? 0 : Math.min(99, Math.round((count / total) * 100));
  return (
    <BusyButton
      type="button"
      className="btn btn-outline"
      busy={count !== null}
      disabled={total === 0}
      onClick={() => void run()}
    >
      <Download aria-hidden size={18} />
      {count !== null ? `Export... ${share} %` : exportLabel(isFiltered(filters), total)}
    </BusyButton>
  );
}

function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: the browser has only begun to take it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
