/** In place of a part of the account whose data could not be loaded, with a button that loads the page's data again. */
import { useRevalidator } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

export function AccountLoadError({ text }: { text: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Notice variant="error" role="alert" className="grid justify-items-start gap-2 print:hidden">
      <p className="font-semibold">{text}</p>
      <BusyButton variant="outline" busy={state === "loading"} onClick={() => void revalidate()}>
        Réessayer
      </BusyButton>
    </Notice>
  );
}
