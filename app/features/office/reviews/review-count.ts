/** Reviews in numbers: «1 avis publié», «3 avis publiés». */

/** `done` is said of one review, as «publié». */
export function reviewsDone(count: number, done: string): string {
  return count === 1 ? `Avis ${done}` : `${count} avis ${done}s`;
}
