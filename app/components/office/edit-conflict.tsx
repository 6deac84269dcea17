/** Somebody else saved first: what they changed, and the choice between theirs and one's own. */
import { useEffect, useRef } from "react";
import { Notice } from "../ui/notice.tsx";

interface EditConflictProps {
  /** «les paramètres»: what both were editing. */
  what: string;
  changes: readonly { label: string; value: string }[];
  onTake(): void;
  onKeep(): void;
}

export function EditConflict({ what, changes, onTake, onKeep }: EditConflictProps) {
  const notice = useRef<HTMLDivElement>(null);
  // The save button is wherever somebody has scrolled to: what answers it is brought there.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: "center" });
  }, []);

  return (
    <Notice ref={notice} tone="warning" role="alert" className="grid gap-3">
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
