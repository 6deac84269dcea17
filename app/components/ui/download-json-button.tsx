/** A button that asks the backend for a document and gives it to download, as a JSON file of today. */
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { downloadFile, toJsonFile } from "#app/lib/download-file.ts";
import { getToday } from "#app/lib/format/days.ts";
import { BusyButton } from "./busy-button.tsx";
import { toastError } from "./toast/toast.ts";

interface DownloadJsonButtonProps {
  label: string;
  className: string;
  /** Without the day and the extension: «mes-donnees». */
  fileName: string;
  load(): Promise<unknown>;
  /** The message of a failure. */
  describeError(error: unknown): string;
}

export function DownloadJsonButton({
  label,
  className,
  fileName,
  load,
  describeError,
}: DownloadJsonButtonProps) {
  const [busy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      downloadFile(toJsonFile(await load()), `${fileName}-${getToday()}.json`);
    } catch (error) {
      console.error(`download: ${fileName}`, error);
      toastError(describeError(error));
    }
    setBusy(false);
  }

  return (
    <BusyButton variant="outline" className={className} busy={busy} onClick={() => void download()}>
      <Download aria-hidden size={18} />
      {busy ? "Préparation..." : label}
    </BusyButton>
  );
}
