/** The code of an authenticator app as it is typed into a form's field «code». */

export const INCOMPLETE_CODE = "Saisissez les six chiffres du code.";

/** What was typed, without the spaces that apps show. */
export function readCode(form: HTMLFormElement): string {
  return String(new FormData(form).get("code")).replaceAll(/\s/g, "");
}

export function isCompleteCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}
