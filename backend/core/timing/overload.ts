/**
 * Tells a queue that more enters than it can serve from one that is only behind for a moment: by how long those that are
 * served have waited, not by how many wait (the idea of CoDel, RFC 8289).
 */

/** Nobody was served in time for so long. */
const LASTS_MS = 500;
/**
 * An overload is over when nobody waited for half of what is late for so long. Those who are served in an overload are in
 * time, because the others are refused: without the half it would seem to be over, and everybody would wait once more.
 */
const OVER_AFTER_MS = 5_000;

export class Overload {
  readonly #lateAfterMs: number;
  /** Since when all who were served had waited too long. */
  #lateSince: number | null = null;
  /** When one was served last who was late, or in an overload nearly so. */
  #lastLate = Number.NEGATIVE_INFINITY;

  /** @param lateAfterMs how long somebody may wait, in milliseconds */
  constructor(lateAfterMs: number) {
    this.#lateAfterMs = lateAfterMs;
  }

  isLate(waitedMs: number): boolean {
    return waitedMs > this.#lateAfterMs;
  }

  /** Notes how long one has waited that is served now. */
  record(waitedMs: number): void {
    const now = performance.now();
    if (now - this.#lastLate > OVER_AFTER_MS) this.#lateSince = null;
    if (this.isLate(this.isOn() ? 2 * waitedMs : waitedMs)) {
      this.#lateSince ??= now;
      this.#lastLate = now;
    } else if (!this.isOn()) this.#lateSince = null;
  }

  /** Whether waiting longer than allowed helps nobody now: others would only wait longer, too. */
  isOn(): boolean {
    return (
      this.#lateSince !== null &&
      this.#lastLate - this.#lateSince > LASTS_MS &&
      performance.now() - this.#lastLate <= OVER_AFTER_MS
    );
  }
}
