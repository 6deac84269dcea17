/**
 * The profile form: name, contact and address, which the checkout uses as prefill. It is a part of the server's HTML,
 * which knows no profile: what is typed before the profile has loaded stays, and is saved after it.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useLayoutEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import {
  AddressField,
  CityField,
  FirstNameField,
  LastNameField,
  PhoneField,
  PostalCodeField,
} from "#app/components/ui/forms/person-fields.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { storeIfSessionEnded, takeEndedSessionDraft } from "#app/lib/forms/ended-session-draft.ts";
import { fillEmptyFields } from "#app/lib/forms/fill-empty-fields.ts";
import { NOT_RESTORED } from "#app/lib/forms/not-restored.ts";
import { getCurrentSession } from "#app/lib/supabase/auth.client.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { updateProfile } from "./profile.mutations.ts";
import { profileSchema } from "./profile.schema.ts";
import { type Profile, type ProfileFields, toProfileFields, toProfileValues } from "./profile.ts";
import { reportProfileError } from "./use-profile.ts";

const fields = ["firstName", "lastName", "phone", "address", "city", "postalCode"] as const;

interface ProfileFormProps {
  /** Null until the account is known. */
  userId: string | null;
  /** Null until it has loaded. */
  profile: Profile | null;
  isLoading: boolean;
  onSaved(profile: Profile): void;
}

export function ProfileForm({ userId, profile, isLoading, onSaved }: ProfileFormProps) {
  const { register, handleSubmit, reset, getValues, setValue, formState } = useForm({
    resolver: zodResolver(profileSchema),
  });
  const { errors, isSubmitting } = formState;
  /** Pressed while the profile was loading. */
  const [isSaveRequested, setIsSaveRequested] = useState(false);
  const isSaving = isSubmitting || isSaveRequested;
  const autofill = profile ? {} : NOT_RESTORED;

  useLayoutEffect(() => {
    if (userId === null) return;
    fillEmptyFields({ getValues, setValue }, fields, takeEndedSessionDraft(`profile:${userId}`, fields));
  }, [userId, getValues, setValue]);

  useLayoutEffect(() => {
    if (profile) fillEmptyFields({ getValues, setValue }, fields, toProfileValues(profile));
  }, [profile, getValues, setValue]);

  const submit = handleSubmit(async (values) => {
    try {
      const saved = await saveProfile(userId, toProfileFields(values));
      reset(toProfileValues(saved));
      onSaved(saved);
      toast({ title: "Profil mis à jour", description: "Vos informations ont été enregistrées." });
    } catch (error) {
      reportProfileError(error);
      storeIfSessionEnded(`profile:${userId}`, getValues());
    }
  });

  useEffect(() => {
    if (!isSaveRequested || isLoading) return;
    setIsSaveRequested(false);
    if (profile) void submit();
  });

  return (
    <form
      noValidate
      method="post"
      onSubmit={(event) => {
        if (profile) return void submit(event);
        event.preventDefault();
        setIsSaveRequested(true);
      }}
      className="grid gap-4 sm:grid-cols-2"
    >
      <FirstNameField error={errors.firstName?.message} {...autofill} {...register("firstName")} />
      <LastNameField error={errors.lastName?.message} {...autofill} {...register("lastName")} />
      <PhoneField
        hint="Le livreur vous appelle à ce numéro."
        error={errors.phone?.message}
        className="sm:col-span-2"
        {...autofill}
        {...register("phone")}
      />
      <AddressField
        optional
        error={errors.address?.message}
        className="sm:col-span-2"
        {...autofill}
        {...register("address")}
      />
      <CityField optional error={errors.city?.message} {...autofill} {...register("city")} />
      <PostalCodeField error={errors.postalCode?.message} {...autofill} {...register("postalCode")} />
      <BusyButton
        variant="primary"
        type="submit"
        className="sm:col-span-2 sm:justify-self-start"
        busy={isSaving}
      >
        {isSaving ? "Enregistrement..." : "Enregistrer"}
      </BusyButton>
    </form>
  );
}

/**
 * Throws an error with a French message. The session is read again, since it may have ended
 * meanwhile.
 */
async function saveProfile(userId: string | null, fields: ProfileFields): Promise<Profile> {
  const session = await getCurrentSession();
  if (userId === null || session?.user.id !== userId) {
    throw new Error("Utilisateur non connecté ou profil non chargé");
  }
  return updateProfile(getSupabase(), userId, fields);
}
