/**
 * A typed cell of the grid of variants. The form takes a thousand rows with each change, so what is typed reaches it
 * after a pause and when the cell is left, and typing stays fast.
 */
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";

/** After the last key. */
const DELAY_MS = 250;

interface CellInputProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  value: string;
  onCommit(value: string): void;
}

export function CellInput({ value, onCommit, ...input }: CellInputProps) {
  /** Null while the form has what is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function commit() {
    clearTimeout(timer.current);
    if (typed === null) return;
    onCommit(typed);
    setTyped(null);
  }

  const commitLater = useEffectEvent(commit);
  useEffect(() => {
    if (typed === null) return;
    timer.current = setTimeout(() => commitLater(), DELAY_MS);
    return () => clearTimeout(timer.current);
  }, [typed]);

  return (
    <input
      {...input}
      type="text"
      autoComplete="off"
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      // Pasted cells replace what was typed; the text of one cell is typed into it.
      onPaste={() => setTyped(null)}
    />
  );
}
