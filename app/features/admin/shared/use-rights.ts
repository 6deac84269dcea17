/** The rights of whoever is signed in, for the components of the admin screens. */
import { createContext, use } from "react";
import { mayOpen, type Right, type Rights } from "./rights.ts";

export const RightsContext = createContext<Rights>(new Set());

export function useRight(right: Right): boolean {
  return use(RightsContext).has(right);
}

/** Returns whether the screen at a path is for the user. */
export function useMayOpen(): (path: string) => boolean {
  const rights = use(RightsContext);
  return (path) => mayOpen(path, rights);
}
