/**
 * The notice of an edit conflict: the values that another user saved, and the choice between both versions.
 */

import { useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

interface EditConflictProps {
  /** The edited object: «les paramètres». */
  subject: string;
  changes: readonly { label: string; value: string }[];
  onAcceptTheirs(): void;
  onKeepMine(): void;
}

export function EditConflict({ subject, changes, onAcceptTheirs, onKeepMine }: EditConflictProps) {
  const notice = useRef<HTMLDivElement>(null);
  // The save button may be anywhere on the screen: the notice is scrolled into view.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: "center" });
  }, []);

  return (
    <Notice ref={notice} variant="warning" role="alert" className="grid gap-3">
      <p className="font-semibold">
        Quelqu'un d'autre a enregistré {subject} entre-temps. Rien n'a été remplacé.
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
        <Button variant="outline" onClick={onAcceptTheirs}>
          Prendre leurs valeurs
        </Button>
        <Button variant="outline" onClick={onKeepMine}>
          Garder les miennes
        </Button>
      </div>
    </Notice>
  );
}
