/** The dialog in which a visitor types the address of a stock alert. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { EmailField } from "#app/components/ui/forms/person-fields.tsx";
import { emailSchema } from "#app/lib/forms/customer-fields.ts";

const schema = z.object({ email: emailSchema });

interface StockAlertDialogProps {
  /** Resolves once the request is answered. */
  onSubmit: (email: string) => Promise<void>;
  onClose: () => void;
}

export function StockAlertDialog({ onSubmit, onClose }: StockAlertDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(({ email }) => onSubmit(email));

  return (
    <Dialog title="Me prévenir du retour en stock" onClose={onClose}>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4">
        <EmailField
          hint="Un seul message, dès que ce produit revient. Ensuite, nous effaçons votre adresse."
          error={errors.email?.message}
          {...register("email")}
        />
        <BusyButton variant="primary" type="submit" className="w-full" busy={isSubmitting}>
          {isSubmitting ? "Envoi en cours..." : "Me prévenir"}
        </BusyButton>
      </form>
    </Dialog>
  );
}
