/**
 * The order that somebody at the desk works on. It has the focus, and while it has, the keys 1 to 9 press its actions
 * and N takes the next one.
 */
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Link } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import type { OrderFile } from "#app/features/admin/orders/events/order-file.queries.ts";
import { OrderFileView } from "#app/features/admin/orders/events/order-file-view.tsx";
import type { Desk } from "./use-desk.ts";

interface DeskOrderProps {
  shopName: string;
  desk: Desk;
  file: OrderFile;
}

export function DeskOrder({ shopName, desk, file }: DeskOrderProps) {
  const { id } = file.order;
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each order begins at its top, with the focus on it.
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons in it, which all can be pressed.
    <div onKeyDown={pressByKey}>
      <OrderFileView
        ref={section}
        shopName={shopName}
        file={file}
        recorder={desk.recorder}
        hasShortcuts
        buttons={
          <>
            <BusyButton
              variant="outline"
              aria-keyshortcuts="n"
              busy={desk.busy}
              onClick={() => void desk.skip()}
            >
              Suivante
              <kbd aria-hidden className="font-sans text-xs opacity-70 max-md:hidden">
                N
              </kbd>
            </BusyButton>
            <BusyButton variant="outline" busy={desk.busy} onClick={() => void desk.stop()}>
              Arrêter
            </BusyButton>
            <Link to={`/admin/orders/${id}`} className={buttonClass("outline")}>
              Page de la commande
            </Link>
          </>
        }
      />
    </div>
  );
}

/** By the place of a digit on the keyboard: where letters are first, the digits need no Shift. */
function pressByKey(event: KeyboardEvent<HTMLElement>) {
  const { target, currentTarget, ctrlKey, metaKey, altKey, repeat, code, key } = event;
  // A key that is held would press the buttons of one order after the other.
  if (ctrlKey || metaKey || altKey || repeat || !(target instanceof Element)) return;
  if (target.closest("input, textarea, select, dialog")) return;
  const shortcut = /^(?:Digit|Numpad)(?<digit>[1-9])$/.exec(code)?.groups?.digit ?? key.toLowerCase();
  const button = [...currentTarget.querySelectorAll("button")].find(
    (each) => each.getAttribute("aria-keyshortcuts") === shortcut,
  );
  if (!button) return;
  event.preventDefault();
  button.click();
}
