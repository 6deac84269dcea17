/** Takes a count: what a courier hands in of a run, or what is in the drawer at the end of a day. */
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useMemo } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { createCountSchema } from "./cash.schema.ts";

interface CountDialogProps {
  title: string;
  /** The label of the amount. */
  label: string;
  /** What the book says, in whole francs. */
  expected: number;
  /** The action in the log. */
  action: string;
  children?: ReactNode;
  onCount(amount: number, note: string): Promise<void>;
  onDone(): Promise<void>;
  onClose(): void;
}

export function CountDialog(props: CountDialogProps) {
  const { title, label, expected, action, children, onCount, onDone, onClose } = props;
  const schema = useMemo(() => createCountSchema(expected), [expected]);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { amount: "", note: "" } });
  const { register, control, formState } = form;
  const { errors } = formState;
  const dialog = useActionForm({
    form,
    action,
    act: ({ amount, note }) => onCount(amount, note),
    onDone,
  });
  const difference = parseWholeNumber(useWatch({ control, name: "amount" })) - expected;
  return (
    <EditDialog title={title} {...dialog} onClose={onClose}>
      {children}
      <p className="text-sm">
        D'après le livre : <strong className="whitespace-nowrap">{formatXof(expected)}</strong>
      </p>
      <TextField
        label={label}
        inputMode="numeric"
        autoComplete="off"
        error={errors.amount?.message}
        {...register("amount")}
      />
      <p role="status" className="text-sm font-medium empty:hidden">
        {difference > 0 && `${formatXof(difference)} de trop : dites pourquoi.`}
        {difference < 0 && `Il manque ${formatXof(-difference)} : dites pourquoi.`}
      </p>
      <TextAreaField
        label="Note"
        optional={!difference}
        rows={2}
        error={errors.note?.message}
        {...register("note")}
      />
    </EditDialog>
  );
}
