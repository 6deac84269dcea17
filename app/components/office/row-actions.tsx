/** What can be done with a row of a list; the buttons name it, as all rows have the same. */
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import type { ReactNode } from "react";
import { Link } from "react-router";

interface RowActionsProps {
  /** What people call the row. */
  name: string;
  /** Opens the row in a dialog, or leads to its own screen: with the list's query, so that the way back is known. */
  edit: (() => void) | { to: string; state: unknown };
  /** What else can be done with it, between the two. */
  children?: ReactNode;
  onDelete(): void;
}

/** Of such a button, also where a list has further ones. */
export const ROW_ACTION = "icon-btn text-ink-soft hover:bg-sand-deep hover:text-ink";

export function RowActions({ name, edit, children, onDelete }: RowActionsProps) {
  const look = { "aria-label": `Modifier ${name}`, title: "Modifier", className: ROW_ACTION };
  const pencil = <Pencil aria-hidden size={18} />;
  return (
    <span className="-my-1 flex justify-end gap-1 max-md:m-0 max-md:ml-auto">
      {typeof edit === "function" ? (
        <button type="button" {...look} onClick={edit}>
          {pencil}
        </button>
      ) : (
        <Link {...look} {...edit}>
          {pencil}
        </Link>
      )}
      {children}
      <DeleteRow label={`Supprimer ${name}`} onDelete={onDelete} />
    </span>
  );
}

/** Red only when it is pointed at: a list is no row of warnings. It leads to a question first. */
export function DeleteRow({ label, onDelete }: { label: string; onDelete(): void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title="Supprimer"
      className="icon-btn text-ink-soft hover:bg-laterite-soft hover:text-danger"
      onClick={onDelete}
    >
      <Trash2 aria-hidden size={18} />
    </button>
  );
}
