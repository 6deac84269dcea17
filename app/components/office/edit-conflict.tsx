/** Somebody else saved first: what they changed, and the choice between theirs and one's own. */
import { Notice } from "../ui/notice.tsx";

interface EditConflictProps {
  /** «les paramètres»: what both were editing. */
  what: string;
  changes: readonly { label: string; value: string }[];
  onTake(): void;
  onKeep(): void;
}

export function EditConflict({ what, changes, onTake, onKeep }: EditConflictProps) {
  return (
    <Notice tone="warning" role="alert" className="grid gap-3">
      <p className="font-semibold">
        Quelqu'un d'autre a enregistré {what} entre-temps. Rien n'a été remplacé.
      </p>
      <dl className="grid gap-1">
        {changes.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap gap-x-2">
            <dt>{label} :</dt>
            <dd className="font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-outline" onClick={onTake}>
          Prendre leurs valeurs
        </button>
        <button type="button" className="btn btn-outline" onClick={onKeep}>
          Garder les miennes
        </button>
      </div>
    </Notice>
  );
}
