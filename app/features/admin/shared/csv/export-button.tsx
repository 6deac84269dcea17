/** Exports the rows of a list as a file, and shows how far it is. */
import Download from "lucide-react/icons/download";
import { useEffect, useRef, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { downloadFile } from "#app/lib/download-file.ts";
import { getToday } from "#app/lib/format/days.ts";
import { formatCount } from "#app/lib/format/numbers.ts";

interface ExportButtonProps {
  label: string;
  /** The number of rows in the list, possibly an estimate; null while it is unknown. */
  total: number | null;
  /** The beginning of the file's name, which ends with the day. */
  fileName: string;
  /** «produit», «produits». */
  noun: readonly [singular: string, plural: string];
  /** The feminine ending of what was exported. */
  feminine?: boolean;
  /** Beside other buttons, only the icon is shown on a phone. */
  compact?: boolean;
  build(onProgress: (count: number) => void): Promise<{ file: Blob; count: number }>;
}

export function ExportButton(props: ExportButtonProps) {
  const { label, total, fileName, noun, feminine = false, compact = false, build } = props;
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
      const exported = await build(setCount);
      if (isUnmounted.current) return;
      downloadFile(exported.file, `${fileName}-${getToday()}.csv`);
      const ending = (feminine ? "e" : "") + (exported.count > 1 ? "s" : "");
      toast({ title: `${formatCount(exported.count, ...noun)} exporté${ending}` });
    } catch (error) {
      console.error(`admin: the ${fileName} could not be exported`, error);
      toastError(`Impossible d'exporter les ${noun[1]}`);
    } finally {
      setCount(null);
    }
  }

  const percent = count === null || !total ? 0 : Math.min(99, Math.round((count / total) * 100));
  return (
    <BusyButton
      variant="outline"
      className={compact ? "max-sm:grow-0!" : ""}
      busy={count !== null}
      disabled={total === 0}
      onClick={() => void run()}
    >
      <Download aria-hidden size={18} />
      <span className={compact ? "max-sm:sr-only" : ""}>
        {count !== null ? `Export... ${percent}\u00a0%` : label}
      </span>
    </BusyButton>
  );
}
