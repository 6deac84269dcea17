/** The sign-in requirement of the checkout: its toast, and the path of the sign-in page. */
import { toast } from "#app/components/ui/toast/toast.ts";

export const CHECKOUT_SIGN_IN_PATH = "/login?returnUrl=/checkout";

export function showSignInRequired(): void {
  toast({
    title: "Connexion requise",
    description: "Vous devez être connecté pour finaliser votre commande",
    variant: "error",
  });
}
