/** The notice of an edit conflict: another user saved in the meantime, and nothing was written. */
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

interface ConflictNoticeProps {
  title: string;
  /** The differences between the versions. */
  children?: ReactNode;
  /** The buttons that resolve the conflict. */
  actions: ReactNode;
}

export function ConflictNotice({ title, children, actions }: ConflictNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  // The save button may be anywhere on the screen: the notice comes into view with the focus, which goes back to the
  // button once the conflict is resolved.
  useLayoutEffect(() => {
    const element = notice.current;
    element?.scrollIntoView({ block: "center" });
    element?.focus({ preventScroll: true });
    return () => {
      if (!element?.contains(document.activeElement)) return;
      element.closest("form")?.querySelector<HTMLElement>("[type=submit]")?.focus();
    };
  }, []);

  return (
    <Notice ref={notice} variant="warning" role="alert" tabIndex={-1} className="grid gap-3">
      <p className="font-semibold">{title}</p>
      {children}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">{actions}</div>
    </Notice>
  );
}

interface VersionConflictProps {
  /** Who has changed what, without a full stop. */
  title: string;
  /** The values that another user saved. */
  changes: readonly { label: string; value: string }[];
  onAcceptTheirs(): void;
  onKeepMine(): void;
}

/** Offers the choice between both versions; the next save replaces the other one. */
export function VersionConflict({ title, changes, onAcceptTheirs, onKeepMine }: VersionConflictProps) {
  return (
    <ConflictNotice
      title={`${title}. Rien n'a été remplacé.`}
      actions={
        <>
          <Button variant="outline" onClick={onAcceptTheirs}>
            Prendre leurs valeurs
          </Button>
          <Button variant="outline" onClick={onKeepMine}>
            Garder les miennes
          </Button>
        </>
      }
    >
      <dl className="grid gap-1">
        {changes.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap gap-x-2">
            <dt>{label} :</dt>
            <dd className="font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </ConflictNotice>
  );
}

interface EditConflictProps extends Omit<VersionConflictProps, "title"> {
  /** The edited object: «les paramètres». */
  subject: string;
}

/** The same, where nobody says who saved it. */
export function EditConflict({ subject, ...rest }: EditConflictProps) {
  return <VersionConflict title={`Quelqu'un d'autre a enregistré ${subject} entre-temps`} {...rest} />;
}
