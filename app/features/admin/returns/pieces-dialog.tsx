/** Counts pieces that came back: of each line, how many go to stock, to repair and to loss. */
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useMemo } from "react";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { formatNamedQuantity } from "#app/features/admin/shared/labels/line-quantities.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { createPiecesSchema } from "./return.schema.ts";
import { DESTINATIONS, type Destination, type Pieces } from "./returns.mutations.ts";

const DESTINATION_LABELS: Readonly<Record<Destination, string>> = {
  stock: "En stock",
  repair: "À réparer",
  loss: "En perte",
};

export interface CountableLine {
  position: number;
  name: string;
  /** What one step of the quantity is, as JSON. */
  soldBy: unknown;
  /** The pieces or steps that can come back. */
  pieces: number;
  /** The product still exists. */
  isStocked: boolean;
}

interface PiecesDialogProps {
  title: string;
  lines: readonly CountableLine[];
  /** The action in the log. */
  action: string;
  /** Further fields, below the lines. */
  children?: ReactNode;
  onCount(pieces: Pieces[]): Promise<void>;
  onDone(): Promise<void>;
  onClose(): void;
}

export function PiecesDialog(props: PiecesDialogProps) {
  const { title, lines, action, children, onCount, onDone, onClose } = props;
  const schema = useMemo(() => createPiecesSchema(lines.map(({ pieces }) => pieces)), [lines]);
  const form = useForm({
    resolver: zodResolver(schema),
    // Most of what comes back is as it left.
    defaultValues: {
      lines: lines.map(({ pieces, isStocked }) => ({
        stock: isStocked ? String(pieces) : "",
        repair: "",
        loss: isStocked ? "" : String(pieces),
      })),
    },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const dialog = useActionForm({
    form,
    action,
    act: (values) =>
      onCount(
        lines.flatMap(({ position }, index) =>
          DESTINATIONS.map((destination) => ({
            position,
            destination,
            quantity: values.lines[index]?.[destination] ?? 0,
          })).filter(({ quantity }) => quantity > 0),
        ),
      ),
    onDone,
  });
  const message = errors.lines?.root?.message ?? errors.lines?.message;
  return (
    <EditDialog title={title} {...dialog} onClose={onClose}>
      {lines.map(({ position, name, soldBy, pieces, isStocked }, index) => (
        <fieldset key={position} className="grid min-w-0 gap-2">
          <legend className="mb-1.5 text-sm font-semibold wrap-anywhere">
            {formatNamedQuantity(pieces, name, soldBy)}
          </legend>
          <div className="grid grid-cols-3 gap-2">
            {DESTINATIONS.map((destination) => (
              <TextField
                key={destination}
                label={DESTINATION_LABELS[destination]}
                inputMode="numeric"
                autoComplete="off"
                disabled={destination === "stock" && !isStocked}
                error={errors.lines?.[index]?.[destination]?.message}
                {...register(`lines.${index}.${destination}`)}
              />
            ))}
          </div>
          {!isStocked && <p className="text-sm text-muted">Ce produit n'est plus au catalogue.</p>}
        </fieldset>
      ))}
      {message && (
        <p role="alert" className="text-sm font-medium text-danger">
          {message}
        </p>
      )}
      {children}
    </EditDialog>
  );
}
