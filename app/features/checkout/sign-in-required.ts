/** The sign-in requirement of the checkout: its toast, and the path of the sign-in page. */
import { dismissToast, getToasts, toast } from "#app/components/ui/toast/toast.ts";
import { SIGN_IN_REQUIRED_KEY } from "#app/lib/bootstrap/leave-private-page.ts";
import { getSignInPath } from "#app/lib/pages/sign-in-path.ts";
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";

const TOPIC = "sign-in-required";

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
    topic: TOPIC,
  });
}

/** Takes the toast away once there is an account: it would lie over the form, and be false. */
export function hideSignInRequired(): void {
  for (const { id, topic } of getToasts()) if (topic === TOPIC) dismissToast(id);
}
