/** Why a product was not saved when that is somebody else's doing, and the ways on. Nothing is replaced unasked. */
import { useEffect, useRef } from "react";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { formatDateTime } from "../../../lib/date-times.ts";
import type { Difference, StoredProduct } from "./product.ts";
import type { Trouble } from "./use-product.ts";

interface ProductTroubleProps {
  trouble: Trouble;
  busy: boolean;
  onTake(newer: StoredProduct): void;
  /** Saves what was typed over this edition; null: as a product that is not there. */
  onSaveOver(updatedAt: string | null): void;
}

export function ProductTrouble({ trouble, busy, onTake, onSaveOver }: ProductTroubleProps) {
  const notice = useRef<HTMLDivElement>(null);
  // The save button is wherever somebody has scrolled to: what answers it is brought there.
  useEffect(() => {
    if (trouble) notice.current?.scrollIntoView({ block: "center" });
  }, [trouble]);

  if (trouble.kind === "gone") {
    return (
      <Notice ref={notice} tone="warning" role="alert" className="grid gap-3">
        <p className="font-semibold">{trouble.message}. Votre saisie est gardée.</p>
        <BusyButton
          type="button"
          className="btn btn-outline w-fit"
          busy={busy}
          onClick={() => onSaveOver(null)}
        >
          Enregistrer comme nouveau produit
        </BusyButton>
      </Notice>
    );
  }
  const { message, at, newer, differences } = trouble;
  return (
    <Notice ref={notice} tone="warning" role="alert" className="grid gap-3">
      <p className="font-semibold">
        {message}
        {at && ` (${formatDateTime(at)})`}. Rien n'a été remplacé.
      </p>
      <Differences differences={differences} />
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <button type="button" className="btn btn-outline" onClick={() => onTake(newer)}>
          Charger la version enregistrée
        </button>
        <BusyButton
          type="button"
          className="btn btn-outline"
          busy={busy}
          onClick={() => onSaveOver(newer.updated_at)}
        >
          Enregistrer ma saisie
        </BusyButton>
      </div>
    </Notice>
  );
}

function Differences({ differences }: { differences: Difference[] }) {
  return (
    <details>
      <summary className="link w-fit cursor-pointer py-2.5">
        Voir les différences ({differences.length})
      </summary>
      <dl className="mt-3 grid gap-3">
        {differences.map(({ field, label, stored, typed }) => (
          <div key={field} className="grid gap-1">
            <dt className="font-semibold">{label}</dt>
            <dd className="grid gap-1 sm:grid-cols-2 sm:gap-4">
              <Version title="Enregistré" text={stored} />
              <Version title="Votre saisie" text={typed} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <span className="min-w-0 break-words whitespace-pre-line">
      <span className="text-ink-soft">{title} :</span> {text}
    </span>
  );
}
