import { toastError } from "#app/components/ui/toast/toast.ts";
import { UNREACHABLE_REASON } from "./error-messages.ts";
import { toUserMessage } from "./user-error.ts";

/** Says in a toast that a row was not saved. Returns what its form says: the same, with the reason. */
export function reportSaveFailure(failed: string, error: unknown): { message: string } {
  toastError(failed);
  return { message: `${failed} : ${toUserMessage(error, UNREACHABLE_REASON)}` };
}
