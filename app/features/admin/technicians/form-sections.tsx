/** The four sections of the technician form. */

import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { output } from "zod/mini";
import { Panel } from "#app/components/admin/panel.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { checkSlug } from "#app/features/admin/shared/fields/taken-values.ts";
import { NAME_WITHOUT_SLUG_MESSAGE } from "#app/features/admin/shared/mutations/error-messages.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { slugify, slugifyName } from "#app/lib/format/slugs.ts";
import { isImageUrl } from "#app/lib/images/image-url.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { SLUG_TAKEN_MESSAGE } from "./technician.mutations.ts";
import { findFreeTechnicianSlug } from "./technician.queries.ts";
import type { TechnicianInput, technicianSchema } from "./technician.schema.ts";
import { knownSpecialties, technicianLabels as labels } from "./technician.ts";

interface FormSectionProps {
  form: UseFormReturn<TechnicianInput, unknown, output<typeof technicianSchema>>;
}

/** The props of a field: its registration and its error. */
function bindField(
  { register, formState: { errors } }: FormSectionProps["form"],
  name: keyof TechnicianInput,
) {
  return { ...register(name), error: errors[name]?.message };
}

interface GeneralSectionProps extends FormSectionProps {
  id: string;
  /** Null for a new technician. */
  storedSlug: string | null;
}

export function GeneralSection({ form, id, storedSlug }: GeneralSectionProps) {
  const { getValues, setValue, setError } = form;
  const isNew = storedSlug === null;

  const onSlugLeft = () =>
    void checkSlug(form, {
      field: "technicians.slug",
      id,
      stored: storedSlug ?? undefined,
      message: SLUG_TAKEN_MESSAGE,
    });

  /** Sets a value like user input: the field becomes dirty and is validated again. */
  function setAndValidate(name: "slug" | "specialty_slug", value: string) {
    setValue(name, value, { shouldDirty: true, shouldValidate: value !== "" });
  }

  async function generate() {
    const name = getValues("name");
    const slug = await findFreeTechnicianSlug(getSupabase(), name, id).catch((error: unknown) => {
      // Saving checks again whether the slug is free.
      console.error("admin: no free slug could be loaded", error);
      return slugifyName(name, "technicien");
    });
    setAndValidate("slug", slug);
    if (slug === "" && name.trim() !== "") setError("slug", { message: NAME_WITHOUT_SLUG_MESSAGE });
  }

  function followSpecialty(specialty: string) {
    if (isNew || getValues("specialty_slug") === "") setAndValidate("specialty_slug", slugify(specialty));
    const known = knownSpecialties.find(({ slug }) => slug === slugify(specialty));
    if (known) setAndValidate("specialty_slug", known.slug);
  }

  return (
    <FormSection title="Informations générales">
      <TextField
        label={labels.name}
        autoComplete="off"
        {...bindField(form, "name")}
        onBlur={() => getValues("slug") === "" && getValues("name").trim() !== "" && generate()}
      />
      <div className="grid gap-2">
        <TextField
          label={labels.slug}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={
            isNew
              ? "L'adresse de sa fiche publique."
              : "L'adresse de sa fiche publique. L'ancienne adresse mène à la nouvelle."
          }
          {...bindField(form, "slug")}
          {...form.register("slug", { onBlur: onSlugLeft })}
        />
        <Button variant="outline" className="justify-self-start" onClick={generate}>
          Générer depuis le nom
        </Button>
      </div>
      <div>
        <TextField
          label={labels.specialty}
          list="technician-specialties"
          autoComplete="off"
          hint="L'annuaire filtre par Électricité, Plomberie, Matériaux et Jardinage."
          {...bindField(form, "specialty")}
          {...form.register("specialty", { onChange: ({ target }) => followSpecialty(target.value) })}
        />
        <datalist id="technician-specialties">
          {knownSpecialties.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <TextField
        label={labels.specialty_slug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...bindField(form, "specialty_slug")}
      />
      <TextField label={labels.experience} optional inputMode="numeric" {...bindField(form, "experience")} />
      <TextAreaField
        label={labels.description}
        rows={5}
        className="md:col-span-2"
        {...bindField(form, "description")}
      />
    </FormSection>
  );
}

export function ContactSection({ form }: FormSectionProps) {
  return (
    <FormSection title="Coordonnées">
      <TextField
        label={labels.phone}
        optional
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint="Seuls les administrateurs le voient."
        {...bindField(form, "phone")}
      />
      <TextField
        label={labels.email}
        optional
        type="email"
        inputMode="email"
        autoComplete="off"
        hint="Les messages du site y sont transmis ; le public ne le voit pas."
        {...bindField(form, "email")}
      />
      <TextField label={labels.location} optional autoComplete="off" {...bindField(form, "location")} />
      <TextField
        label={labels.availability}
        optional
        autoComplete="off"
        {...bindField(form, "availability")}
      />
    </FormSection>
  );
}

export function ImageSection({ form, upload }: FormSectionProps & { upload: ReactNode }) {
  const image = useWatch({ control: form.control, name: "image" }).trim();
  return (
    <FormSection title="Image" narrow>
      {/* The page replaces an image that failed to load: the next URL mounts a new one. */}
      <Image
        key={image}
        url={isImageUrl(image) ? image : null}
        alt=""
        sizes="160px"
        priority="eager"
        className="w-40 rounded-lg"
      />
      <TextField
        label={labels.image}
        optional
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="Sans image, la fiche montre une image de remplacement."
        {...bindField(form, "image")}
      />
      {upload}
    </FormSection>
  );
}

export function RatingSection({ form, verifiedSince }: FormSectionProps & { verifiedSince: string | null }) {
  return (
    <FormSection title="Évaluation" narrow>
      <TextField
        label={labels.rating}
        optional
        type="text"
        inputMode="decimal"
        autoComplete="off"
        hint="Au dixième près : 4,8."
        {...bindField(form, "rating")}
      />
      <TextField
        label={labels.review_count}
        optional
        inputMode="numeric"
        autoComplete="off"
        {...bindField(form, "review_count")}
      />
      <TextField
        label={labels.satisfied_clients}
        optional
        inputMode="numeric"
        autoComplete="off"
        hint="La fiche montre ce nombre suivi d'un +."
        {...bindField(form, "satisfied_clients")}
      />
      <SwitchField
        label={labels.verified_at}
        hint={
          verifiedSince
            ? `Vérifié depuis le ${formatDateTime(verifiedSince)}.`
            : "La fiche dit alors : « Technicien vérifié par notre équipe »."
        }
        {...form.register("verified")}
      />
    </FormSection>
  );
}

/** `narrow` sections are in the side column of a wide screen. */
function FormSection({
  title,
  narrow = false,
  children,
}: {
  title: string;
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <Panel title={title}>
      <div className={`grid items-start gap-4 p-4 md:grid-cols-2 ${narrow ? "lg:grid-cols-1" : ""}`}>
        {children}
      </div>
    </Panel>
  );
}
