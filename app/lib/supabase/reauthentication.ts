/**
 * Asking the user to show again that it is them, before what cannot be undone. The database and the auth service
 * decide when; how it is asked is registered by the layouts, whose dialog is loaded when it is needed.
 */

/** Resolves to whether the user has shown it; to false when they went back. */
type Ask = () => Promise<boolean>;

let ask: Ask = async () => false;

export function setReauthentication(newAsk: Ask): void {
  ask = newAsk;
}

/** Rejects when the code of the dialog cannot be loaded. */
export const reauthenticate = () => ask();
