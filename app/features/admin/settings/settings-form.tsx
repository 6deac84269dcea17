/** The form of the shop's settings, which every page of the shop shows. */

import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { type UseFormRegisterReturn, useForm, useWatch } from "react-hook-form";
import { EditConflict } from "#app/components/admin/edit-conflict.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import {
  getSettingLabel,
  SETTING_NAMES,
  SETTINGS_SECTIONS,
  type SettingsValues,
  settingsFields,
  settingsSchema,
  toSettingsInput,
} from "#app/features/admin/shared/fields/settings-fields.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { diffSettings, getBannerWarning, type StoredSettings } from "./settings.ts";
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
      {SETTINGS_SECTIONS.map((section) => (
        <FormSection key={section} title={section}>
          {SETTING_NAMES.filter((name) => settingsFields[name].section === section).map((name) => (
            <SettingField
              key={name}
              name={name}
              error={errors[name]?.message}
              registration={register(name)}
            />
          ))}
          {section === settingsFields.offers_banner.section && warning && (
            <Notice variant="warning" role="status" className="md:col-span-2">
              {warning}
            </Notice>
          )}
        </FormSection>
      ))}
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

interface SettingFieldProps {
  name: keyof SettingsValues;
  error: string | undefined;
  registration: UseFormRegisterReturn;
}

function SettingField({ name, error, registration }: SettingFieldProps) {
  const { hint, isWide, isMultiline, type, inputMode, autoComplete } = settingsFields[name];
  const shared = {
    label: getSettingLabel(name),
    hint,
    error,
    autoComplete,
    className: isWide ? "md:col-span-2" : undefined,
    ...registration,
  };
  return isMultiline ? (
    <TextAreaField rows={2} {...shared} />
  ) : (
    <TextField type={type} inputMode={inputMode} {...shared} />
  );
}
