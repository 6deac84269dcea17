/** The four blocks of a technician's form. */
import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { output } from "zod/mini";
import { Panel } from "../../../components/office/panel.tsx";
import { SwitchField } from "../../../components/office/switch-field.tsx";
import { TextAreaField, TextField } from "../../../components/ui/field.tsx";
import { Picture } from "../../../components/ui/picture.tsx";
import { formatDateTime } from "../../../lib/date-times.ts";
import { isPictureAddress } from "../../../lib/picture-address.ts";
import { slugOf } from "../../../lib/slugs.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { freeSlug } from "./technician.queries.ts";
import type { TechnicianInput, technicianSchema } from "./technician.schema.ts";
import { knownSpecialties, technicianLabels as labels } from "./technician.ts";

interface BlockProps {
  form: UseFormReturn<TechnicianInput, unknown, output<typeof technicianSchema>>;
}

/** What is typed into a field and what is said of it. */
function bind({ register, formState: { errors } }: BlockProps["form"], name: keyof TechnicianInput) {
  return { ...register(name), error: errors[name]?.message };
}

export function GeneralBlock({ form, id, isNew }: BlockProps & { id: string; isNew: boolean }) {
  const { getValues, setValue } = form;

  /** Written as if typed: it counts as a change, and what was said of the field is looked at again. */
  function write(name: "slug" | "specialty_slug", value: string) {
    setValue(name, value, { shouldDirty: true, shouldValidate: value !== "" });
  }

  async function generate() {
    const name = getValues("name");
    try {
      write("slug", await freeSlug(supabase(), name, id));
    } catch (error) {
      // Whether it is free is asked again when it is saved.
      console.error("office: no free slug was given", error);
      write("slug", slugOf(name));
    }
  }

  function followSpecialty(specialty: string) {
    if (isNew || getValues("specialty_slug") === "") write("specialty_slug", slugOf(specialty));
    const known = knownSpecialties.find(({ slug }) => slug === slugOf(specialty));
    if (known) write("specialty_slug", known.slug);
  }

  return (
    <Block title="Informations générales">
      <TextField
        label={labels.name}
        autoComplete="off"
        {...bind(form, "name")}
        onBlur={() => getValues("slug") === "" && getValues("name").trim() !== "" && generate()}
      />
      <div className="grid gap-2">
        <TextField
          label={labels.slug}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="L'adresse de sa fiche publique."
          {...bind(form, "slug")}
        />
        <button type="button" className="btn btn-outline justify-self-start" onClick={generate}>
          Générer depuis le nom
        </button>
      </div>
      <div>
        <TextField
          label={labels.specialty}
          list="technician-specialties"
          autoComplete="off"
          hint="L'annuaire filtre par Électricité, Plomberie, Matériaux et Jardinage."
          {...bind(form, "specialty")}
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
        {...bind(form, "specialty_slug")}
      />
      <TextField label={labels.experience} optional inputMode="numeric" {...bind(form, "experience")} />
      <TextAreaField
        label={labels.description}
        rows={5}
        className="md:col-span-2"
        {...bind(form, "description")}
      />
    </Block>
  );
}

export function ContactBlock({ form }: BlockProps) {
  return (
    <Block title="Coordonnées">
      <TextField
        label={labels.phone}
        optional
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint="Seuls les administrateurs le voient."
        {...bind(form, "phone")}
      />
      <TextField
        label={labels.email}
        optional
        type="email"
        inputMode="email"
        autoComplete="off"
        hint="Les messages du site y sont transmis ; le public ne le voit pas."
        {...bind(form, "email")}
      />
      <TextField label={labels.location} optional autoComplete="off" {...bind(form, "location")} />
      <TextField label={labels.availability} optional autoComplete="off" {...bind(form, "availability")} />
    </Block>
  );
}

export function ImageBlock({ form }: BlockProps) {
  const image = useWatch({ control: form.control, name: "image" }).trim();
  return (
    <Block title="Image" narrow>
      {/* A picture that could not be loaded is replaced in the page: the next one begins anew. */}
      <Picture
        key={image}
        url={isPictureAddress(image) ? image : null}
        alt=""
        sizes="160px"
        fetched="soon"
        className="w-40 rounded-lg"
      />
      <TextField
        label={labels.image}
        optional
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="Sans image, la fiche montre une image de remplacement."
        {...bind(form, "image")}
      />
    </Block>
  );
}

export function RatingBlock({ form, verifiedSince }: BlockProps & { verifiedSince: string | null }) {
  return (
    <Block title="Évaluation" narrow>
      <TextField
        label={labels.rating}
        optional
        type="text"
        inputMode="decimal"
        autoComplete="off"
        hint="Au dixième près : 4,8."
        {...bind(form, "rating")}
      />
      <TextField
        label={labels.review_count}
        optional
        inputMode="numeric"
        autoComplete="off"
        {...bind(form, "review_count")}
      />
      <TextField
        label={labels.satisfied_clients}
        optional
        inputMode="numeric"
        autoComplete="off"
        hint="La fiche montre ce nombre suivi d'un +."
        {...bind(form, "satisfied_clients")}
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
    </Block>
  );
}

/** `narrow` stands in the side column of a wide screen. */
function Block({
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
