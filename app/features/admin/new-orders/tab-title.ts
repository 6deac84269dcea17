/** The title of the tab with the number of new orders in front: «(2) Commandes | Yaaré». */

/** Replaces the mark that the title has. No mark for 0. */
export function markTitle(title: string, count: number): string {
  const plain = title.replace(/^\(\d+\) /, "");
  return count === 0 ? plain : `(${count}) ${plain}`;
}
