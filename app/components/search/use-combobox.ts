/**
 * The behaviour of a combobox with a list of links, after the ARIA pattern: the input keeps the focus, the
 * arrow keys move the active option, Enter selects it, Escape closes the list.
 */
import { type SyntheticEvent, useId, useState } from "react";

/** The parts of a key event that React's and the browser's own events share. */
interface KeyPress {
  readonly key: string;
  readonly isComposing: boolean;
  preventDefault(): void;
}

interface ComboboxOptions {
  /** The number of options in the list, 0 while there is nothing to list. */
  count: number;
  /** Called with the index of the option that Enter selects. */
  onSelect(index: number): void;
}

export function useCombobox({ count, onSelect }: ComboboxOptions) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isListed = isOpen && count > 0;

  function show(nextActive: number) {
    setIsOpen(true);
    setActive(nextActive);
  }

  function close() {
    setIsOpen(false);
    setActive(-1);
  }

  function onKeyDown(event: KeyPress) {
    if (event.isComposing) return;
    if (event.key === "Escape" && isListed) close();
    else if (event.key === "Enter" && isListed && active >= 0 && active < count) onSelect(active);
    else if (event.key === "ArrowDown" && count > 0) show(getNextIndex(active, 1, count));
    else if (event.key === "ArrowUp" && count > 0) show(getNextIndex(active, -1, count));
    else return;
    event.preventDefault();
  }

  return {
    isOpen,
    isListed,
    /** Opens the list without an active option. */
    open: () => show(-1),
    close,
    onKeyDown,
    inputProps: {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": isListed,
      "aria-controls": isListed ? listId : undefined,
      "aria-activedescendant": isListed && active >= 0 ? `${listId}-${active}` : undefined,
    } as const,
    /** Of the element with the role `listbox`. */
    listProps: {
      id: listId,
      // The input keeps the focus: a blur would close the list before the click arrives.
      onPointerDown: preventDefault,
      onMouseDown: preventDefault,
    } as const,
    getOptionProps: (index: number) =>
      ({
        role: "option",
        id: `${listId}-${index}`,
        "aria-selected": index === active,
        tabIndex: -1,
      }) as const,
  };
}

/** The next index, wrapping through -1 («none active») at both ends. */
function getNextIndex(active: number, step: 1 | -1, count: number): number {
  const positions = count + 1;
  return ((active + 1 + step + positions) % positions) - 1;
}

function preventDefault(event: SyntheticEvent) {
  event.preventDefault();
}
