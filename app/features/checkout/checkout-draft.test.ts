import { beforeEach, expect, it, vi } from "vitest";
import { clearTabStorage } from "#app/lib/storage/tab-storage.ts";
import { clearCheckoutDraft, readCheckoutDraft, writeCheckoutDraft } from "./checkout-draft.ts";

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
  writeCheckoutDraft("awa", { firstName: "Awa", address: "Patte d'Oie" });
  expect(readCheckoutDraft("awa")).toEqual({ firstName: "Awa", address: "Patte d'Oie" });
  expect(readCheckoutDraft("issa")).toEqual({});
});

it("is cleared after the order and at the sign-out, which leaves other entries alone", () => {
  writeCheckoutDraft("awa", { firstName: "Awa" });
  clearCheckoutDraft();
  expect(readCheckoutDraft("awa")).toEqual({});
  writeCheckoutDraft("awa", { firstName: "Awa" });
  sessionStorage.setItem("other", "kept");
  clearTabStorage();
  expect(readCheckoutDraft("awa")).toEqual({});
  expect(sessionStorage.getItem("other")).toBe("kept");
});

it.each(["{", "null", "7", '{"userId":"awa","firstName":7,"evil":"x"}'])(
  "reads %j as an empty draft",
  (text) => {
    sessionStorage.setItem("private:checkout-form", text);
    expect(readCheckoutDraft("awa")).toEqual({});
  },
);

it("works without session storage", () => {
  vi.stubGlobal("window", {});
  writeCheckoutDraft("awa", { firstName: "Awa" });
  expect(readCheckoutDraft("awa")).toEqual({});
});
