/**
 * The notice of a save conflict: another user saved or deleted the product. It offers the ways to continue;
 * nothing is replaced without a confirmation.
 */

import { useEffect, useRef } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import type { ProductDifference, StoredProduct } from "./product.ts";
import type { SaveConflict } from "./use-product-editor.ts";

interface ProductConflictProps {
  conflict: SaveConflict;
  busy: boolean;
  onAcceptTheirs(newer: StoredProduct): void;
  /** Saves the input over this version; null saves it as a new product. */
  onOverwrite(updatedAt: string | null): void;
}

export function ProductConflict({ conflict, busy, onAcceptTheirs, onOverwrite }: ProductConflictProps) {
  const notice = useRef<HTMLDivElement>(null);
  // The save button may be anywhere on the screen: the notice is scrolled into view.
  useEffect(() => {
    if (conflict) notice.current?.scrollIntoView({ block: "center" });
  }, [conflict]);

  if (conflict.kind === "deleted") {
    return (
      <Notice ref={notice} variant="warning" role="alert" className="grid gap-3">
        <p className="font-semibold">{conflict.message}. Votre saisie est gardée.</p>
        <BusyButton variant="outline" className="w-fit" busy={busy} onClick={() => onOverwrite(null)}>
          Enregistrer comme nouveau produit
        </BusyButton>
      </Notice>
    );
  }
  const { message, at, newer, differences } = conflict;
  return (
    <Notice ref={notice} variant="warning" role="alert" className="grid gap-3">
      <p className="font-semibold">
        {message}
        {at && ` (${formatDateTime(at)})`}. Rien n'a été remplacé.
      </p>
      <DifferenceList differences={differences} />
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button variant="outline" onClick={() => onAcceptTheirs(newer)}>
          Charger la version enregistrée
        </Button>
        <BusyButton variant="outline" busy={busy} onClick={() => onOverwrite(newer.updated_at)}>
          Enregistrer ma saisie
        </BusyButton>
      </div>
    </Notice>
  );
}

function DifferenceList({ differences }: { differences: ProductDifference[] }) {
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
              <VersionText title="Enregistré" text={stored} />
              <VersionText title="Votre saisie" text={typed} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function VersionText({ title, text }: { title: string; text: string }) {
  return (
    <span className="min-w-0 break-words whitespace-pre-line">
      <span className="text-muted">{title} :</span> {text}
    </span>
  );
}
