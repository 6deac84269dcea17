/** The profile form: name, contact and address, which the checkout uses as prefill. */
import { zodResolver } from "@hookform/resolvers/zod";
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
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { updateProfile } from "./profile.mutations.ts";
import { profileSchema } from "./profile.schema.ts";
import { type Profile, type ProfileFields, toProfileFields, toProfileValues } from "./profile.ts";
import { reportProfileError } from "./use-profile.ts";

interface ProfileFormProps {
  userId: string;
  profile: Profile;
  onSaved(profile: Profile): void;
}

export function ProfileForm({ userId, profile, onSaved }: ProfileFormProps) {
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(profileSchema),
    defaultValues: toProfileValues(profile),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      const saved = await saveProfile(userId, toProfileFields(values));
      reset(toProfileValues(saved));
      onSaved(saved);
      toast({ title: "Profil mis à jour", description: "Vos informations ont été enregistrées." });
    } catch (error) {
      reportProfileError(error);
    }
  });

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
      <FirstNameField error={errors.firstName?.message} {...register("firstName")} />
      <LastNameField error={errors.lastName?.message} {...register("lastName")} />
      <PhoneField
        hint="Le livreur vous appelle à ce numéro."
        error={errors.phone?.message}
        className="sm:col-span-2"
        {...register("phone")}
      />
      <AddressField
        optional
        error={errors.address?.message}
        className="sm:col-span-2"
        {...register("address")}
      />
      <CityField optional error={errors.city?.message} {...register("city")} />
      <PostalCodeField error={errors.postalCode?.message} {...register("postalCode")} />
      <BusyButton
        variant="primary"
        type="submit"
        className="sm:col-span-2 sm:justify-self-start"
        busy={isSubmitting}
      >
        {isSubmitting ? "Enregistrement..." : "Enregistrer"}
      </BusyButton>
    </form>
  );
}

/**
 * Throws an error with a French message. The session is read again, since it may have ended
 * meanwhile.
 */
async function saveProfile(userId: string, fields: ProfileFields): Promise<Profile> {
  const { data } = await (await getAuthClient()).getSession();
  if (data.session?.user.id !== userId) {
    throw new Error("Utilisateur non connecté ou profil non chargé");
  }
  return updateProfile(getSupabase(), userId, fields);
}
