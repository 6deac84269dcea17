/** The possible author of a review or vote, as the page with the reviews knows it. */
export interface Author {
  /** `loading` until the session is known. */
  status: "loading" | "anonymous" | "signed-in";
  user: { id: string; email?: string | undefined } | null;
}
