import { beforeEach, expect, it, vi } from "vitest";
import { forgetPrivateNotes } from "../../lib/private-notes.ts";
import { forgetDraft, readDraft, writeDraft } from "./checkout-draft.ts";

/** As the browser has it: the entries are properties of the storage. */
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

it("keeps what was typed for the one who typed it", () => {
  writeDraft("awa", { firstName: "Awa", address: "Patte d'Oie" });
  expect(readDraft("awa")).toEqual({ firstName: "Awa", address: "Patte d'Oie" });
  expect(readDraft("issa")).toEqual({});
});

it("goes with the order and with the sign-out, which leaves other entries alone", () => {
  writeDraft("awa", { firstName: "Awa" });
  forgetDraft();
  expect(readDraft("awa")).toEqual({});
  writeDraft("awa", { firstName: "Awa" });
  sessionStorage.setItem("other", "kept");
  forgetPrivateNotes();
  expect(readDraft("awa")).toEqual({});
  expect(sessionStorage.getItem("other")).toBe("kept");
});

it.each(["{", "null", "7", '{"userId":"awa","firstName":7,"evil":"x"}'])("reads %j as nothing", (text) => {
  sessionStorage.setItem("private:checkout-form", text);
  expect(readDraft("awa")).toEqual({});
});

it("does without a memory when the browser has none", () => {
  vi.stubGlobal("window", {});
  writeDraft("awa", { firstName: "Awa" });
  expect(readDraft("awa")).toEqual({});
});
