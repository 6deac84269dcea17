/** The form of the shop's settings, which every page of the shop shows. */

import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditConflict } from "#app/components/admin/edit-conflict.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { settingsSchema } from "./settings.schema.ts";
import {
  diffSettings,
  getBannerWarning,
  settingsLabels as labels,
  type SettingsValues,
  type StoredSettings,
} from "./settings.ts";
import { useSettingsEditor } from "./use-settings-editor.ts";

interface SettingsFormProps {
  settings: StoredSettings;
  /** In percent; null when it is unknown, and then the banner is not checked. */
  bestDiscount: number | null;
}

export function SettingsForm({ settings, bestDiscount }: SettingsFormProps) {
  const { stored, newer, save, acceptNewer } = useSettingsEditor(settings);
  const { register, handleSubmit, reset, control, formState } = useForm({
    resolver: zodResolver(settingsSchema),
    defaultValues: toSettingsInput(stored),
  });
  const { errors, isSubmitting, isDirty } = formState;
  const banner = useWatch({ control, name: "offers_banner" });
  const warning = bestDiscount === null ? null : getBannerWarning(banner, bestDiscount);

  const submit = handleSubmit(async (values) => {
    const saved = await save(values);
    if (saved) reset(toSettingsInput(saved));
  });

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-5">
      <UnsavedGuard dirty={isDirty && !isSubmitting} />
      <div className="admin-save-bar max-sm:*:grow">
        <p className="mr-auto text-sm text-muted max-sm:hidden">
          Enregistrés le {formatDateTime(stored.updated_at)}
        </p>
        <Button variant="outline" disabled={!isDirty || isSubmitting} onClick={() => reset()}>
          Rétablir
        </Button>
        <BusyButton variant="primary" type="submit" busy={isSubmitting}>
          {isSubmitting ? "Enregistrement..." : "Enregistrer"}
        </BusyButton>
      </div>
      {newer && (
        <EditConflict
          subject="les paramètres"
          changes={diffSettings(stored, newer)}
          onAcceptTheirs={() => {
            acceptNewer();
            reset(toSettingsInput(newer));
          }}
          onKeepMine={acceptNewer}
        />
      )}
      <FormSection title="La boutique">
        <TextField
          label={labels.shop_name}
          autoComplete="organization"
          error={errors.shop_name?.message}
          {...register("shop_name")}
        />
        <TextField
          label={labels.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register("email")}
        />
        <TextField
          label={labels.phone}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="Tel que les clients le lisent."
          error={errors.phone?.message}
          {...register("phone")}
        />
        <TextField
          label={labels.whatsapp}
          type="tel"
          inputMode="tel"
          hint="Avec l'indicatif du pays : 226 70 11 22 33."
          error={errors.whatsapp?.message}
          {...register("whatsapp")}
        />
        <TextAreaField
          label={labels.address}
          rows={2}
          autoComplete="street-address"
          className="md:col-span-2"
          error={errors.address?.message}
          {...register("address")}
        />
      </FormSection>
      <FormSection title="Livraison et stock">
        <TextField
          label={labels.shipping_fee}
          inputMode="numeric"
          hint="Les mêmes pour chaque commande à venir."
          error={errors.shipping_fee?.message}
          {...register("shipping_fee")}
        />
        <TextField
          label={labels.low_stock_threshold}
          inputMode="numeric"
          hint="Un stock en dessous compte comme faible."
          error={errors.low_stock_threshold?.message}
          {...register("low_stock_threshold")}
        />
      </FormSection>
      <FormSection title="Bandeau des promotions">
        <TextField
          label={labels.offers_banner}
          className="md:col-span-2"
          error={errors.offers_banner?.message}
          {...register("offers_banner")}
        />
        {warning && (
          <Notice variant="warning" role="status" className="md:col-span-2">
            {warning}
          </Notice>
        )}
      </FormSection>
    </form>
  );
}

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className="grid gap-4 p-4 md:grid-cols-2">{children}</div>
    </Panel>
  );
}

/** Numbers are text in a form. */
function toSettingsInput({
  shipping_fee,
  low_stock_threshold,
  ...texts
}: SettingsValues & { updated_at?: string }) {
  const { shop_name, address, phone, whatsapp, email, offers_banner } = texts;
  return {
    shop_name,
    address,
    phone,
    whatsapp,
    email,
    offers_banner,
    shipping_fee: String(shipping_fee),
    low_stock_threshold: String(low_stock_threshold),
  };
}
