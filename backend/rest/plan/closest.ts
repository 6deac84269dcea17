/** "Perhaps you meant": the nearest of the known names. */

/** The candidate whose likeness, 1 less the edits by the longer length, is highest and at least `least`. */
export function closest(name: string, candidates: Iterable<string>, least: number): string | null {
  let best: string | null = null;
  let bestScore = least;
  for (const candidate of candidates) {
    const longer = Math.max(name.length, candidate.length);
    if (candidate === name || longer > 200) continue;
    const score = 1 - distance(name.toLowerCase(), candidate.toLowerCase()) / longer;
    if (score > bestScore || (score === bestScore && best === null)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

function distance(a: string, b: string): number {
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
