/** Moves money between the shop's own accounts, and takes such a movement back. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { Field, TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { recordMovement, reverseMovement } from "./cash.mutations.ts";
import type { Movement } from "./cash.queries.ts";
import { type MovementInput, type MovementValues, movementSchema, reasonSchema } from "./cash.schema.ts";
import { ACCOUNT_LABELS, OWN_ACCOUNTS } from "./cash-accounts.ts";

interface DialogProps {
  onClose(): void;
  /** Called after a successful save; the dialog stays busy until it resolves. */
  onSaved(): Promise<void>;
}

export function MovementDialog({ onClose, onSaved }: DialogProps) {
  const [id] = useState(randomId);
  const mayEnterMoney = useRight("cash.close");
  const accounts = OWN_ACCOUNTS.filter((account) => account !== "unrecorded" || mayEnterMoney);
  const form = useForm<MovementInput, unknown, MovementValues>({
    resolver: zodResolver(movementSchema),
    defaultValues: { from_account: "drawer", to_account: "bank", amount: "", reference: "", note: "" },
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const chosen = useWatch({ control, name: ["from_account", "to_account"] });
  const isNoteOptional = !chosen.some((account) => account === "expense" || account === "unrecorded");
  const dialog = useActionForm({
    form,
    action: "record a cash movement",
    act: (values) => recordMovement(getSupabase(), id, values),
    onDone: async ({ amount }) => {
      toast({ title: "Mouvement enregistré", description: formatXof(amount) });
      await onSaved();
    },
  });
  return (
    <EditDialog title="Nouveau mouvement" {...dialog} onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        {(["from_account", "to_account"] as const).map((name) => (
          <Field key={name} label={name === "from_account" ? "De" : "Vers"} error={errors[name]?.message}>
            {(control) => (
              <select {...control} {...register(name)}>
                {accounts.map((account) => (
                  <option key={account} value={account}>
                    {ACCOUNT_LABELS[account]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
      <TextField
        label="Montant (XOF)"
        inputMode="numeric"
        autoComplete="off"
        error={errors.amount?.message}
        {...register("amount")}
      />
      <TextField
        label="Référence"
        optional
        hint="Le bordereau de la banque, le reçu d'une dépense."
        autoComplete="off"
        error={errors.reference?.message}
        {...register("reference")}
      />
      <TextAreaField
        label="Motif"
        optional={isNoteOptional}
        rows={2}
        error={errors.note?.message}
        {...register("note")}
      />
    </EditDialog>
  );
}

export function ReverseDialog({ movement, onClose, onSaved }: DialogProps & { movement: Movement }) {
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { note: "" } });
  const dialog = useActionForm({
    form,
    action: "reverse a cash movement",
    act: ({ note }) => reverseMovement(getSupabase(), movement.id, note),
    onDone: async () => {
      toast({ title: "Mouvement annulé", description: formatXof(movement.amount) });
      await onSaved();
    },
  });
  return (
    <EditDialog title="Annuler ce mouvement ?" {...dialog} onClose={onClose}>
      <p className="text-sm text-muted">
        Un mouvement de {formatXof(movement.amount)} en sens inverse est ajouté : {formatWay(movement)}. Rien
        ne s'efface.
        {movement.from_account === "order" &&
          " Ce que la commande doit alors encore est de nouveau à encaisser."}
        {movement.to_account === "order" && " Le montant est de nouveau à rembourser : dites-le au client."}
      </p>
      <TextAreaField
        label="Motif"
        rows={2}
        error={form.formState.errors.note?.message}
        {...form.register("note")}
      />
    </EditDialog>
  );
}

const formatWay = ({ from_account, to_account }: Movement) =>
  `${ACCOUNT_LABELS[to_account]} → ${ACCOUNT_LABELS[from_account]}`;
