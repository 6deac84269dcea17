/** Says that the form shows a draft, or that a draft is older than what is stored. */
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { formatDateTime } from "#app/lib/format/date-times.ts";

interface DraftNoticeProps {
  /** When the draft was written. */
  at: string;
  /** Whether the form shows it: the product was not saved since it was begun. */
  isRestored: boolean;
  onRestore(): void;
  onDiscard(): void;
}

export function DraftNotice({ at, isRestored, onRestore, onDiscard }: DraftNoticeProps) {
  return (
    <Notice variant="info" role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="grow basis-60">
        {isRestored
          ? `Votre brouillon du ${formatDateTime(at)} est repris. Il n'est pas encore enregistré.`
          : `Votre brouillon du ${formatDateTime(at)} n'est pas repris : le produit a été enregistré depuis.`}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
        {!isRestored && (
          <Button variant="outline" onClick={onRestore}>
            Reprendre le brouillon
          </Button>
        )}
        <Button variant="outline" onClick={onDiscard}>
          Jeter le brouillon
        </Button>
      </div>
    </Notice>
  );
}
