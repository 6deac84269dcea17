/** What can be done with a row of a list; the buttons name it, as all rows have the same. */
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";

interface RowActionsProps {
  /** What people call the row. */
  name: string;
  onEdit(): void;
  onDelete(): void;
}

export function RowActions({ name, onEdit, onDelete }: RowActionsProps) {
  return (
    <span className="-my-1 flex justify-end gap-1 max-md:m-0">
      <button
        type="button"
        aria-label={`Modifier ${name}`}
        title="Modifier"
        className="icon-btn text-ink-soft hover:bg-sand-deep hover:text-ink"
        onClick={onEdit}
      >
        <Pencil aria-hidden size={18} />
      </button>
      <button
        type="button"
        aria-label={`Supprimer ${name}`}
        title="Supprimer"
        className="icon-btn text-ink-soft hover:bg-laterite-soft hover:text-danger"
        onClick={onDelete}
      >
        <Trash2 aria-hidden size={18} />
      </button>
    </span>
  );
}
