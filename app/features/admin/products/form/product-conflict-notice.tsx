/**
 * The notice of an edit conflict: another user saved or deleted the product. It offers the ways to continue;
 * nothing is replaced without a confirmation.
 */
import { ConflictNotice } from "#app/components/admin/edit-conflict.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import type { ProductDifference, StoredProduct } from "./product.ts";
import type { ProductConflict } from "./use-product-editor.ts";

interface ProductConflictNoticeProps {
  conflict: ProductConflict;
  busy: boolean;
  onAcceptTheirs(newer: StoredProduct): void;
  /** Saves the input over this version; null saves it as a new product. */
  onOverwrite(updatedAt: string | null): void;
}

export function ProductConflictNotice({
  conflict,
  busy,
  onAcceptTheirs,
  onOverwrite,
}: ProductConflictNoticeProps) {
  if (conflict.kind === "deleted") {
    return (
      <ConflictNotice
        title="Ce produit a été supprimé entre-temps. Votre saisie est gardée."
        actions={
          <BusyButton variant="outline" busy={busy} onClick={() => onOverwrite(null)}>
            Enregistrer comme nouveau produit
          </BusyButton>
        }
      />
    );
  }
  const { message, at, newer, differences } = conflict;
  return (
    <ConflictNotice
      title={`${message}${at ? ` (${formatDateTime(at)})` : ""}. Rien n'a été remplacé.`}
      actions={
        <>
          <Button variant="outline" onClick={() => onAcceptTheirs(newer)}>
            Charger la version enregistrée
          </Button>
          <BusyButton variant="outline" busy={busy} onClick={() => onOverwrite(newer.updated_at)}>
            Enregistrer ma saisie
          </BusyButton>
        </>
      }
    >
      <DifferenceList differences={differences} />
    </ConflictNotice>
  );
}

function DifferenceList({ differences }: { differences: ProductDifference[] }) {
  return (
    <details>
      <summary className="link w-fit cursor-pointer py-3">
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
