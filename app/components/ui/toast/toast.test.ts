import { afterEach, expect, it, vi } from "vitest";
import { dismissToast, getToasts, subscribeToToasts, toast, toastError } from "./toast.ts";

afterEach(() => {
  for (const { id } of getToasts()) dismissToast(id);
});

const titles = () => getToasts().map(({ title }) => title);

it("orders toasts newest first and keeps at most five", () => {
  for (const title of ["1", "2", "3", "4", "5", "6"]) toast({ title });
  expect(titles()).toEqual(["6", "5", "4", "3", "2"]);
});

it("dismisses a toast by its id", () => {
  toast({ title: "a" });
  toast({ title: "b" });
  const id = getToasts().find(({ title }) => title === "a")?.id;
  dismissToast(id ?? 0);
  expect(titles()).toEqual(["b"]);
});

it("notifies listeners until they unsubscribe", () => {
  const listener = vi.fn();
  const stop = subscribeToToasts(listener);
  toast({ title: "a" });
  stop();
  toast({ title: "b" });
  expect(listener).toHaveBeenCalledOnce();
});

it("replaces the toast of the same topic and keeps the others", () => {
  toast({ title: "heart", topic: "wishlist" });
  toast({ title: "cart" });
  expect(titles()).toEqual(["cart", "heart"]);
  toast({ title: "another heart", topic: "wishlist" });
  expect(titles()).toEqual(["another heart", "cart"]);
});

it("shows errors under one title, in the error variant", () => {
  toastError("Impossible de charger les produits");
  // Said twice, it is shown once.
  toastError("Impossible de charger les produits");
  expect(getToasts()).toMatchObject([
    { title: "Erreur", description: "Impossible de charger les produits", variant: "error" },
  ]);
});
