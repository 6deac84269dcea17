/** The visitor or customer who may review or vote: the part of the auth state that the reviews need. */
export interface Author {
  /** `loading` until the session is known. */
  status: "loading" | "anonymous" | "code-required" | "signed-in";
  user: { id: string; email?: string | undefined } | null;
}
