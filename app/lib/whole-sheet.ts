/**
 * Which pages bring the whole stylesheet (styles/whole.css) in their head, and how it is known there: a route says so
 * in its `handle`. The pages that a visitor meets first bring the small one.
 */

/** Attribute of the element that holds the whole sheet. */
export const WHOLE_SHEET = "data-whole-sheet";

export const wholeHandle = { sheet: "whole" };

export function isWholeHandle(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "sheet" in handle && handle.sheet === "whole";
}
