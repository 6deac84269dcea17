/** The error of a screen, or of a part of one, that failed to load, with a retry button. */
import { useRevalidator } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

interface LoadErrorProps {
  message: string;
  /** The button is busy while this is true. */
  busy?: boolean;
  onRetry(): void;
}

export function LoadError({ message, busy = false, onRetry }: LoadErrorProps) {
  return (
    <Notice variant="error" role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="font-medium">{message}</p>
      <BusyButton variant="outline" busy={busy} onClick={onRetry}>
        Réessayer
      </BusyButton>
    </Notice>
  );
}

/** The error of what a route's loader could not read. The button loads the route's data again, and keeps what was typed. */
export function RouteLoadError({ message }: { message: string }) {
  const { revalidate, state } = useRevalidator();
  return <LoadError message={message} busy={state === "loading"} onRetry={() => void revalidate()} />;
}
