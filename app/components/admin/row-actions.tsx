/** The actions of a row. Their labels name the row, since all rows have the same actions. */
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Column } from "./data-table.tsx";

interface RowActionsProps {
  /** The name of the row in the labels. */
  name: string;
  /** Opens the row in a dialog, or links to its own screen with the list's query for the back link. */
  edit: (() => void) | { to: string; state: unknown };
  /** The row's name leads to the same screen: a phone needs no second link. */
  isNameLink?: boolean;
  /** Further actions, between the two. */
  children?: ReactNode;
  /** Absent for rows that nobody deletes. */
  onDelete?(): void;
}

/** The classes of an action button, also for a list's further actions. */
export const ROW_ACTION_CLASS = "icon-btn text-muted hover:bg-surface-muted hover:text-foreground";

export function RowActions({ name, edit, isNameLink = false, children, onDelete }: RowActionsProps) {
  const className = isNameLink ? `${ROW_ACTION_CLASS} max-md:hidden` : ROW_ACTION_CLASS;
  const buttonProps = { "aria-label": `Modifier ${name}`, title: "Modifier", className };
  const icon = <Pencil aria-hidden size={18} />;
  return (
    <span className="-my-1 flex justify-end gap-1 max-md:m-0 max-md:ml-auto">
      {typeof edit === "function" ? (
        <button type="button" {...buttonProps} onClick={edit}>
          {icon}
        </button>
      ) : (
        <Link {...buttonProps} {...edit}>
          {icon}
        </Link>
      )}
      {children}
      {onDelete && <DeleteRowButton label={`Supprimer ${name}`} onDelete={onDelete} />}
    </span>
  );
}

/** The column of the actions, which are in the corner of a card; null for a row without any. */
export function actionsColumn<Row>(getActions: (row: Row) => RowActionsProps | null): Column<Row> {
  return {
    label: "Actions",
    numeric: true,
    cardPosition: "corner",
    render: (row) => {
      const actions = getActions(row);
      return actions && <RowActions {...actions} />;
    },
  };
}

/**
 * The button is red only on hover and focus, so that a list does not look like a column of warnings. It opens
 * a confirmation.
 */
export function DeleteRowButton({ label, onDelete }: { label: string; onDelete(): void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title="Supprimer"
      className="icon-btn text-muted hover:bg-danger-soft hover:text-danger"
      onClick={onDelete}
    >
      <Trash2 aria-hidden size={18} />
    </button>
  );
}
