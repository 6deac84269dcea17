/** A deletion that an administrator has confirmed, with what is said about it. */
import { type ToastOptions, toast, toastError } from "../../components/ui/toast/toast.ts";
import { authClient } from "../../lib/auth.client.ts";
import { withRenewal } from "../../lib/with-renewal.ts";

interface Said {
  /** For the log: «brand». */
  what: string;
  done: ToastOptions;
  failed: string;
}

/** Gives whether the row is gone. */
export async function deleteRow(work: () => Promise<void>, { what, done, failed }: Said): Promise<boolean> {
  try {
    await withRenewal(authClient, work);
  } catch (error) {
    console.error(`office: the ${what} could not be deleted`, error);
    toastError(failed);
    return false;
  }
  toast(done);
  return true;
}
