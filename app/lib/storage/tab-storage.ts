/**
 * JSON values that the private pages store for this tab (a half-filled form, the order just placed), so that
 * a reload loses nothing. They may contain personal data, so all of them are removed at sign-out. Storage
 * errors are only logged: the pages work without the stored values.
 */
const PREFIX = "private:";

/** The value stored under the key, to be validated by the caller; null when there is none. */
export function readTabStorage(key: string): unknown {
  try {
    const text = window.sessionStorage.getItem(PREFIX + key);
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    console.error("tab storage: cannot be read", error);
    return null;
  }
}

/** Stores a JSON value; null removes it. */
export function writeTabStorage(key: string, value: unknown): void {
  try {
    if (value === null) window.sessionStorage.removeItem(PREFIX + key);
    else window.sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch (error) {
    console.error("tab storage: cannot be written", error);
  }
}

/** Removes every value that `writeTabStorage` has stored. */
export function clearTabStorage(): void {
  try {
    for (const key of Object.keys(window.sessionStorage)) {
      if (key.startsWith(PREFIX)) window.sessionStorage.removeItem(key);
    }
  } catch (error) {
    console.error("tab storage: cannot be removed", error);
  }
}
