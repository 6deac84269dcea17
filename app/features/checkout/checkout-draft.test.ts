import { beforeEach, expect, it, vi } from "vitest";
import { clearTabStorage } from "#app/lib/storage/tab-storage.ts";
import { clearDraft, readDraft, writeDraft } from "./checkout-draft.ts";

/** Mimics the browser: the entries are properties of the storage. */
class TabStorage {
  getItem(key: string): string | null {
    return Object.getOwnPropertyDescriptor(this, key)?.value ?? null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

let sessionStorage: TabStorage;

beforeEach(() => {
  sessionStorage = new TabStorage();
  vi.stubGlobal("window", { sessionStorage });
  vi.spyOn(console, "error").mockImplementation(() => {});
});

it("stores a draft for its user only", () => {
  writeDraft("awa", { firstName: "Awa", address: "Patte d'Oie" });
  expect(readDraft("awa")).toEqual({ firstName: "Awa", address: "Patte d'Oie" });
  expect(readDraft("issa")).toEqual({});
});

it("is cleared after the order and at the sign-out, which leaves other entries alone", () => {
  writeDraft("awa", { firstName: "Awa" });
  clearDraft();
  expect(readDraft("awa")).toEqual({});
  writeDraft("awa", { firstName: "Awa" });
  sessionStorage.setItem("other", "kept");
  clearTabStorage();
  expect(readDraft("awa")).toEqual({});
  expect(sessionStorage.getItem("other")).toBe("kept");
});

it.each(["{", "null", "7", '{"userId":"awa","firstName":7,"evil":"x"}'])(
  "reads %j as an empty draft",
  (text) => {
    sessionStorage.setItem("private:checkout-form", text);
    expect(readDraft("awa")).toEqual({});
  },
);

it("works without session storage", () => {
  vi.stubGlobal("window", {});
  writeDraft("awa", { firstName: "Awa" });
  expect(readDraft("awa")).toEqual({});
});
