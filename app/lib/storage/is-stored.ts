/**
 * Whether local storage has an entry under the key: a page checks it before it loads the code for that entry.
 */
export function isStored(key: string): boolean {
  try {
    return window.localStorage.getItem(key) !== null;
  } catch (error) {
    console.error("local storage cannot be read", error);
    return false;
  }
}
