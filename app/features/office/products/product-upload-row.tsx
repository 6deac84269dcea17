/** One file on its way: how far it is, or what went wrong with it. */
import type { PictureUpload } from "./use-picture-uploads.ts";

interface UploadRowProps {
  upload: PictureUpload;
  onRetry(): void;
  onDrop(): void;
}

const waits = { waiting: "En attente", preparing: "Préparation..." };

export function UploadRow({ upload, onRetry, onDrop }: UploadRowProps) {
  const { name, step } = upload;
  const hasFailed = step === "failed" || step === "refused";
  return (
    <li className={`grid gap-2 rounded-md border p-3 text-sm ${hasFailed ? "border-danger" : "border-line"}`}>
      <p className="truncate font-medium">{name}</p>
      {hasFailed ? (
        <p role="alert" className="text-danger">
          {upload.message}
        </p>
      ) : (
        <div className="flex items-center gap-3">
          <progress
            aria-label={`Envoi de ${name}`}
            className="upload"
            max={100}
            value={step === "sending" ? upload.percent : 0}
          />
          <span className="shrink-0 text-ink-soft tabular-nums">
            {step === "sending" ? `${upload.percent} %` : waits[step]}
          </span>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {step === "failed" && (
          <button
            type="button"
            className="btn btn-outline"
            aria-label={`Réessayer ${name}`}
            onClick={onRetry}
          >
            Réessayer
          </button>
        )}
        <button
          type="button"
          className="btn btn-outline"
          aria-label={hasFailed ? `Retirer ${name}` : `Annuler l'envoi de ${name}`}
          onClick={onDrop}
        >
          {hasFailed ? "Retirer" : "Annuler"}
        </button>
      </div>
    </li>
  );
}
