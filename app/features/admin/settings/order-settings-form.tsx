/** The form of how the shop works with its orders. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Panel } from "#app/components/admin/panel.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { useSettingsForm } from "#app/features/admin/shared/mutations/use-settings-form.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { saveOrderSettings } from "./order-settings.mutations.ts";
import { getOrderSettings, type OrderSettings } from "./order-settings.queries.ts";
import {
  type OrderSettingsInput,
  type OrderSettingsValues,
  orderSettingsSchema,
} from "./order-settings.schema.ts";

const LABELS = [
  ["refusals_before_call", "Refus avant un appel obligatoire"],
  ["return_days", "Jours pour demander un retour"],
] as const;
const [[, REFUSALS_LABEL], [, RETURN_LABEL]] = LABELS;

const toInput = ({ refusals_before_call, return_days }: OrderSettingsValues): OrderSettingsInput => ({
  refusals_before_call: String(refusals_before_call),
  return_days: String(return_days),
});

interface OrderSettingsFormProps {
  settings: OrderSettings;
  onSaved(): Promise<void>;
}

export function OrderSettingsForm({ settings, onSaved }: OrderSettingsFormProps) {
  const form = useForm({ resolver: zodResolver(orderSettingsSchema), defaultValues: toInput(settings) });
  const { register, formState } = form;
  const { errors } = formState;
  const { onSubmit, busy, conflict } = useSettingsForm<
    OrderSettingsInput,
    OrderSettingsValues,
    OrderSettings
  >({
    form,
    settings,
    toInput,
    labels: LABELS,
    write: (values, base) => saveOrderSettings(getSupabase(), values, base),
    find: () => getOrderSettings(getSupabase()),
    entity: "order settings",
    onSaved,
  });

  return (
    <Panel title="Commandes">
      <form noValidate method="post" onSubmit={onSubmit} className="grid gap-4 p-4">
        {conflict}
        <TextField
          label={REFUSALS_LABEL}
          className="md:max-w-105"
          inputMode="numeric"
          hint="À partir de ce nombre de commandes refusées par un numéro, une commande est confirmée par un appel avant d'être préparée. 0 : jamais."
          error={errors.refusals_before_call?.message}
          {...register("refusals_before_call")}
        />
        <TextField
          label={RETURN_LABEL}
          className="md:max-w-105"
          inputMode="numeric"
          hint="Après la livraison, dans le compte du client. 0 : il vous appelle. L'équipe ouvre un retour à tout moment."
          error={errors.return_days?.message}
          {...register("return_days")}
        />
        <BusyButton variant="outline" type="submit" className="justify-self-start max-sm:w-full" busy={busy}>
          Appliquer les règles
        </BusyButton>
      </form>
    </Panel>
  );
}
