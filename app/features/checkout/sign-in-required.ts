/** The sign-in requirement of the checkout: its toast, and the path of the sign-in page. */
import { toast } from "#app/components/ui/toast/toast.ts";
import { SIGN_IN_REQUIRED_KEY } from "#app/lib/bootstrap/leave-private-page.ts";
import { getSignInPath } from "#app/lib/pages/sign-in-path.ts";
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";

export const CHECKOUT_SIGN_IN_PATH = getSignInPath("/checkout");

/** On the sign-in page: the toast, when the bootstrap script has led here from the checkout. */
export function showEarlySignInRequired(): void {
  if (readTabStorage(SIGN_IN_REQUIRED_KEY) !== true) return;
  writeTabStorage(SIGN_IN_REQUIRED_KEY, null);
  showSignInRequired();
}

export function showSignInRequired(): void {
  toast({
    title: "Connexion requise",
    description: "Vous devez être connecté pour finaliser votre commande",
    variant: "error",
  });
}
