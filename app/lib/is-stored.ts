/** Whether this browser keeps something under a key: enough for a page to know if there is anything to load code for. */
export function isStored(key: string): boolean {
  try {
    return window.localStorage.getItem(key) !== null;
  } catch (error) {
    console.error("local storage cannot be read", error);
    return false;
  }
}
