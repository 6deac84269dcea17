/** Who the customer is and where they live, as the checkout will fill it in. Saved at once or not at all. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { BusyButton } from "../../components/ui/busy-button.tsx";
import {
  AddressField,
  FirstNameField,
  LastNameField,
  PhoneField,
  PostalCodeField,
  TownField,
} from "../../components/ui/person-fields.tsx";
import { toast } from "../../components/ui/toast/toast.ts";
import { authClient } from "../../lib/auth.client.ts";
import { formatPhone } from "../../lib/phone.ts";
import { supabase } from "../../lib/supabase.client.ts";
import { withRenewal } from "../../lib/with-renewal.ts";
import { updateProfile } from "./profile.mutations.ts";
import { profileSchema } from "./profile.schema.ts";
import { type Profile, type ProfileFields, toProfileFields } from "./profile.ts";
import { reportProfileFailure } from "./use-profile.ts";

interface ProfileFormProps {
  userId: string;
  profile: Profile;
  onSaved(profile: Profile): void;
}

export function ProfileForm({ userId, profile, onSaved }: ProfileFormProps) {
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(profileSchema),
    defaultValues: toForm(profile),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      const saved = await save(userId, toProfileFields(values));
      reset(toForm(saved));
      onSaved(saved);
      toast({ title: "Profil mis à jour", description: "Vos informations ont été enregistrées." });
    } catch (error) {
      reportProfileFailure(error);
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
      <TownField optional error={errors.city?.message} {...register("city")} />
      <PostalCodeField error={errors.postalCode?.message} {...register("postalCode")} />
      <BusyButton
        type="submit"
        className="btn btn-primary sm:col-span-2 sm:justify-self-start"
        busy={isSubmitting}
      >
        {isSubmitting ? "Enregistrement..." : "Enregistrer"}
      </BusyButton>
    </form>
  );
}

/** Throws with the specification's French message. The session is asked for now: it may have ended meanwhile. */
async function save(userId: string, fields: ProfileFields): Promise<Profile> {
  const { data } = await (await authClient()).getSession();
  if (data.session?.user.id !== userId) {
    throw new Error("Utilisateur non connecté ou profil non chargé");
  }
  return withRenewal(authClient, () => updateProfile(supabase(), userId, fields));
}

function toForm(profile: Profile) {
  return {
    firstName: profile.first_name ?? "",
    lastName: profile.last_name ?? "",
    phone: formatPhone(profile.phone ?? ""),
    address: profile.address ?? "",
    city: profile.city ?? "",
    postalCode: profile.postal_code ?? "",
  };
}
