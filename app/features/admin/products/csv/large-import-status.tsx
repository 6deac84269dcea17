/** What the import screen shows of a file of more than 10,000 lines, from its sending to its end. */
import { useState } from "react";
import { Link } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import {
  type ChosenReason,
  DEFAULT_STOCK_REASON,
  StockReasonField,
} from "#app/features/admin/shared/stock-reason.tsx";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { IgnoredColumns, LineCountCards, ProblemPanel, toLineProblems } from "./csv-import-report.tsx";
import { type CheckedImport, formatImportEnd } from "./import-state.ts";
import type { LineCounts } from "./large-import.mutations.ts";
import type { ImportProgress } from "./large-import.queries.ts";

interface SendingImportProps {
  share: number;
  counts: LineCounts;
  onCancel(): void;
}

export function SendingImport({ share, counts, onCancel }: SendingImportProps) {
  const total = counts.create + counts.update + counts.unchanged + counts.error;
  return (
    <>
      <div role="status" className="card grid gap-3 p-4 text-sm font-medium">
        <p>
          Envoi et vérification : {formatNumber(total)} lignes vérifiées. Rien ne change dans la boutique.
        </p>
        <progress
          aria-label="Envoi et vérification du fichier"
          max={1}
          value={share}
          className="h-2 w-full accent-brand"
        />
      </div>
      <Button variant="outline" className="justify-self-start max-sm:w-full" onClick={onCancel}>
        Abandonner
      </Button>
      <LineCountCards {...counts} />
    </>
  );
}

interface CheckedLargeImportProps extends CheckedImport {
  error: string | null;
  onConfirm(reason: ChosenReason): void;
  onCancel(): void;
}

export function CheckedLargeImport({
  progress,
  problems,
  ignoredColumns,
  error,
  onConfirm,
  onCancel,
}: CheckedLargeImportProps) {
  const [reason, setReason] = useState<ChosenReason>(DEFAULT_STOCK_REASON);
  const count = progress.create + progress.update;
  const isValid = progress.error === 0;
  return (
    <>
      {error && (
        <Notice variant="error" role="alert">
          {error}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm font-semibold">
          {!isValid
            ? "Corrigez le fichier et choisissez-le de nouveau : il est pris en entier ou pas du tout."
            : count === 0
              ? "Rien à importer : la boutique est déjà comme le fichier le dit."
              : `« ${progress.file_name} » est prêt.`}
        </p>
        <div className="flex flex-wrap gap-2 max-sm:grow">
          <Button variant="outline" className="max-sm:grow" onClick={onCancel}>
            Abandonner
          </Button>
          {isValid && count > 0 && (
            <Button variant="primary" className="max-sm:grow" onClick={() => onConfirm(reason)}>
              {`Importer ${formatNumber(count)} produits`}
            </Button>
          )}
        </div>
      </div>
      {isValid && count > 0 && (
        <Notice variant="info">
          Toutes les lignes sont vérifiées. L'import avance ensuite par parties de mille lignes, et la
          boutique vend pendant ce temps. Une fois commencé, il continue même si vous fermez cette page ; ce
          qui est appliqué reste, même si vous l'arrêtez.
        </Notice>
      )}
      {isValid && progress.changes_stock && (
        <div className="card admin p-4">
          <StockReasonField value={reason} onChange={setReason} />
        </div>
      )}
      <LineCountCards {...progress} />
      <IgnoredColumns names={ignoredColumns} />
      <ProblemPanel title="Lignes à corriger" problems={toLineProblems(problems)} total={progress.error} />
    </>
  );
}

interface ApplyingImportProps {
  progress: ImportProgress;
  error: string | null;
  onResume(): void;
  onStop(): Promise<void>;
}

export function ApplyingImport({ progress, error, onResume, onStop }: ApplyingImportProps) {
  const [isStopping, setIsStopping] = useState(false);
  const total = progress.create + progress.update;
  return (
    <>
      {error && (
        <Notice variant="error" role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <p>{error} L'import continue de lui-même dans la minute.</p>
          <Button variant="outline" onClick={onResume}>
            Suivre l'import
          </Button>
        </Notice>
      )}
      <div role="status" className="card grid gap-3 p-4 text-sm font-medium">
        <p>
          {progress.is_own
            ? `Import de « ${progress.file_name} »`
            : `Import de « ${progress.file_name} », lancé par ${progress.actor_name}`}
          {` : ${formatNumber(progress.applied)} lignes appliquées sur ${formatNumber(total)}. Vous pouvez quitter cette page.`}
        </p>
        <progress
          aria-label="Import des produits"
          max={Math.max(1, progress.chunks)}
          value={progress.applied_chunks}
          className="h-2 w-full accent-brand"
        />
      </div>
      <Button
        variant="outline"
        className="justify-self-start max-sm:w-full"
        onClick={() => setIsStopping(true)}
      >
        Arrêter l'import
      </Button>
      <LineCountCards {...progress} />
      {isStopping && (
        <ConfirmDialog
          title="Arrêter l'import ?"
          confirmLabel="Arrêter"
          onConfirm={async () => {
            await onStop();
            setIsStopping(false);
          }}
          onCancel={() => setIsStopping(false)}
        >
          La partie en cours se termine. Ce qui est appliqué reste dans la boutique, le reste du fichier ne
          change rien.
        </ConfirmDialog>
      )}
    </>
  );
}

export function AppliedImport({ progress, problems }: CheckedImport) {
  return (
    <>
      <Notice variant="info" role="status" className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p className="font-semibold">{formatImportEnd(progress)}</p>
          {progress.left ? <p>Pour appliquer le reste, choisissez de nouveau le fichier.</p> : null}
        </div>
        <Link to="/admin/products" className={buttonClass("primary")}>
          Voir les produits
        </Link>
      </Notice>
      <ProblemPanel
        title="Lignes laissées de côté : la boutique a changé entre-temps"
        problems={toLineProblems(problems)}
        total={progress.skipped}
      />
    </>
  );
}
