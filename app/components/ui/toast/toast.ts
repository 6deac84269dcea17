/**
 * The toast store. `toast()` can be called from anywhere, also outside React. Pages load only this list of
 * toasts; the viewport is a lazy module, loaded with the first toast (toaster.tsx).
 */

export interface ToastOptions {
  title: string;
  description?: string;
  /** A second line under the description. */
  note?: string;
  variant?: "default" | "error" | "info";
  /** A new toast replaces the one of the same topic. */
  topic?: string;
  /** One action, such as undo, or one link; pressing it closes the toast. */
  action?: { label: string; onClick(): void } | { label: string; to: string };
}

export interface Toast extends ToastOptions {
  id: number;
}

/** The display time of a toast, in milliseconds. */
export const TOAST_MS = 5000;

const MAX_TOASTS = 5;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a toast for five seconds, above the others; beyond five toasts the oldest is removed. */
export function toast(options: ToastOptions): void {
  lastId += 1;
  const others = toasts.filter(({ topic }) => !topic || topic !== options.topic);
  publish([{ ...options, id: lastId }, ...others].slice(0, MAX_TOASTS));
}

/** Shows an error toast with the title «Erreur», in place of the one that said the same. */
export function toastError(description: string): void {
  toast({ title: "Erreur", description, variant: "error", topic: description });
}

export function dismissToast(id: number): void {
  publish(toasts.filter((shown) => shown.id !== id));
}

/** The visible toasts, newest first. */
export function getToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
