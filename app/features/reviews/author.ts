/** Who may be writing or voting, as the page that shows the reviews knows it. */
export interface Author {
  /** `loading` until it is known whether anyone is signed in. */
  status: "loading" | "anonymous" | "signed-in";
  user: { id: string; email?: string | undefined } | null;
}
