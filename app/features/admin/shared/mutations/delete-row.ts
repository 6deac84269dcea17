/** Runs a confirmed deletion and reports its outcome in a toast. */
import { type ToastOptions, toast, toastError } from "#app/components/ui/toast/toast.ts";

interface DeleteMessages {
  /** The object's name in the log: «brand». */
  entity: string;
  successToast: ToastOptions;
  errorMessage: string;
}

/** Resolves to whether the row is deleted. */
export async function deleteRow(
  work: () => Promise<void>,
  { entity, successToast, errorMessage }: DeleteMessages,
): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    console.error(`admin: the ${entity} could not be deleted`, error);
    toastError(errorMessage);
    return false;
  }
  toast(successToast);
  return true;
}
