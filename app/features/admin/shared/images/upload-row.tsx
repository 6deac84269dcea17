/** One file upload: its progress, or its error. */

import X from "lucide-react/icons/x";
import { Button } from "#app/components/ui/button.tsx";
import type { FileUpload } from "./use-image-uploads.ts";

interface UploadRowProps {
  upload: FileUpload;
  onRetry(): void;
  onRemove(): void;
}

const stepLabels = { waiting: "En attente", preparing: "Préparation..." };

export function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { name, step } = upload;
  const hasFailed = step === "failed" || step === "rejected";
  const removeLabel = hasFailed ? `Retirer ${name}` : `Annuler l'envoi de ${name}`;
  return (
    <li
      className={`flex items-start gap-2 rounded-md border py-2 pr-1 pl-3 text-sm ${hasFailed ? "border-danger" : "border-border"}`}
    >
      <div className="grid min-w-0 grow gap-2 py-1.5">
        <p className="flex justify-between gap-2">
          <span className="truncate font-medium">{name}</span>
          {!hasFailed && (
            <span className="shrink-0 text-muted tabular-nums">
              {step === "sending" ? `${upload.percent} %` : stepLabels[step]}
            </span>
          )}
        </p>
        {hasFailed ? (
          <p role="alert" className="text-danger">
            {upload.message}
          </p>
        ) : (
          <progress
            aria-label={`Envoi de ${name}`}
            className="upload"
            max={100}
            value={step === "sending" ? upload.percent : 0}
          />
        )}
        {step === "failed" && (
          <Button variant="outline" className="w-fit" aria-label={`Réessayer ${name}`} onClick={onRetry}>
            Réessayer
          </Button>
        )}
      </div>
      <button
        type="button"
        aria-label={removeLabel}
        title={hasFailed ? "Retirer" : "Annuler"}
        className="icon-btn shrink-0 hover:bg-surface-muted"
        onClick={onRemove}
      >
        <X aria-hidden size={16} />
      </button>
    </li>
  );
}
