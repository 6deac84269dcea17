/** A screen, or a part of one, that could not be read: what failed, and another try. */
import { BusyButton } from "../ui/busy-button.tsx";
import { Notice } from "../ui/notice.tsx";

interface FailedProps {
  message: string;
  /** While true the button waits. */
  busy?: boolean;
  onRetry(): void;
}

export function Failed({ message, busy = false, onRetry }: FailedProps) {
  return (
    <Notice tone="error" role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="font-medium">{message}</p>
      <BusyButton type="button" className="btn btn-outline" busy={busy} onClick={onRetry}>
        Réessayer
      </BusyButton>
    </Notice>
  );
}
