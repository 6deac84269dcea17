/** "Perhaps you meant": the nearest of the known names. */

/**
 * The candidate with the highest similarity (1 minus the edit distance divided by the longer length) that
 * reaches `minScore`.
 */
export function findClosestName(name: string, candidates: Iterable<string>, minScore: number): string | null {
  let best: string | null = null;
  let bestScore = minScore;
  for (const candidate of candidates) {
    const longer = Math.max(name.length, candidate.length);
    if (candidate === name || longer > 200) continue;
    const score = 1 - editDistance(name.toLowerCase(), candidate.toLowerCase()) / longer;
    if (score > bestScore || (score === bestScore && best === null)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
