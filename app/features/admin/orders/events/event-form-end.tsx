/** The end of a form about an order's event: why nothing was recorded, and the buttons. */
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

interface EventFormEndProps {
  /** Null when nothing failed. */
  failure: string | null;
  busy: boolean;
  confirmLabel: string;
  onClose(): void;
}

export function EventFormEnd({ failure, busy, confirmLabel, onClose }: EventFormEndProps) {
  return (
    <>
      {failure && (
        <Notice variant="error" role="alert">
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" className="max-sm:grow" onClick={onClose}>
          Retour
        </Button>
        <BusyButton variant="primary" type="submit" className="max-sm:grow" busy={busy}>
          {confirmLabel}
        </BusyButton>
      </div>
    </>
  );
}
