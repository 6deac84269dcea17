/** The checkout is for signed-in customers: what is said to others, and where they are led. */
import { toast } from "../../components/ui/toast/toast.ts";

export const CHECKOUT_SIGN_IN = "/login?returnUrl=/checkout";

export function askToSignIn(): void {
  toast({
    title: "Connexion requise",
    description: "Vous devez être connecté pour finaliser votre commande",
    variant: "destructive",
  });
}
