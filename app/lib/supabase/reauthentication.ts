/**
 * Asking the user to show again that it is them, before what cannot be undone. The database and the auth service
 * decide when; how it is asked is registered by the layouts, whose dialog is loaded when it is needed.
 */

/** Resolves to whether the user has shown it; to false when they went back. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
/** What several requests that were refused at the same time wait for. */
let asking: Promise<boolean> | null = null;

export function setReauthentication(newAsk: Ask): void {
  ask = newAsk;
}

/** Never rejects. */
export function reauthenticate(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false))
    .catch((error: unknown) => {
      console.error("identity: asking again who it is", error);
      return false;
    })
    .finally(() => {
      asking = null;
    });
  return asking;
}
