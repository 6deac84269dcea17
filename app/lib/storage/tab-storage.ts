/**
 * JSON values that pages store for this tab (a half-filled form, the order just placed), so that a reload
 * loses nothing. They may contain personal data, so all of them are removed at sign-out.
 */
import { createJsonStorage } from "./json-storage.ts";

export const {
  read: readTabStorage,
  write: writeTabStorage,
  clear: clearTabStorage,
} = createJsonStorage("tab storage", "private:", () => window.sessionStorage);
