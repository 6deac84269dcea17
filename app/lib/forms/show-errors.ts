/** Errors of a form that react-hook-form does not manage. */
import { flushSync } from "react-dom";

/**
 * Renders the errors of a try, which `update` sets, and moves the focus to the first field with one, as react-hook-form
 * does: an error is read with its field, so nobody else would tell a screen reader of it.
 */
export function showErrors(form: HTMLFormElement, update: () => void): void {
  flushSync(update);
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
