import { afterEach, expect, it, vi } from "vitest";
import { dismissToast, getToasts, subscribeToToasts, toast, toastError } from "./toast.ts";

afterEach(() => {
  for (const { id } of getToasts()) dismissToast(id);
});

const titles = () => getToasts().map(({ title }) => title);

it("shows the newest first and five at most", () => {
  for (const title of ["1", "2", "3", "4", "5", "6"]) toast({ title });
  expect(titles()).toEqual(["6", "5", "4", "3", "2"]);
});

it("closes the one that is meant", () => {
  toast({ title: "a" });
  toast({ title: "b" });
  const id = getToasts().find(({ title }) => title === "a")?.id;
  dismissToast(id ?? 0);
  expect(titles()).toEqual(["b"]);
});

it("tells whoever listens until they stop", () => {
  const listener = vi.fn();
  const stop = subscribeToToasts(listener);
  toast({ title: "a" });
  stop();
  toast({ title: "b" });
  expect(listener).toHaveBeenCalledOnce();
});

it("keeps the latest of one topic, and everything else", () => {
  toast({ title: "heart", topic: "wishlist" });
  toast({ title: "cart" });
  expect(titles()).toEqual(["cart", "heart"]);
  toast({ title: "another heart", topic: "wishlist" });
  expect(titles()).toEqual(["another heart", "cart"]);
});

it("says what went wrong under one title, in the colour of failures", () => {
  toastError("Impossible de charger les produits");
  expect(getToasts()).toMatchObject([
    { title: "Erreur", description: "Impossible de charger les produits", variant: "destructive" },
  ]);
});
