/**
 * What a private page remembers for this tab (a half-filled form, the order just placed), so that a reload loses
 * nothing. It can name a person, so all of it goes at sign-out. Storage errors are only logged: the pages work
 * without a memory.
 */
const PREFIX = "private:";

/** What was noted under the key, to be judged by the reader; null when there is nothing. */
export function readPrivateNote(key: string): unknown {
  try {
    const text = window.sessionStorage.getItem(PREFIX + key);
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    console.error("private notes: cannot be read", error);
    return null;
  }
}

/** Keeps a JSON value; null forgets the key. */
export function writePrivateNote(key: string, value: unknown): void {
  try {
    if (value === null) window.sessionStorage.removeItem(PREFIX + key);
    else window.sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch (error) {
    console.error("private notes: cannot be written", error);
  }
}

export function forgetPrivateNotes(): void {
  try {
    for (const key of Object.keys(window.sessionStorage)) {
      if (key.startsWith(PREFIX)) window.sessionStorage.removeItem(key);
    }
  } catch (error) {
    console.error("private notes: cannot be removed", error);
  }
}
