import { AuthApiError } from "@supabase/auth-js";
import { PostgrestError } from "@supabase/postgrest-js";
import { beforeEach, expect, it, vi } from "vitest";
import { withRenewal } from "./with-renewal.ts";

const client = { refreshSession: vi.fn(), signOut: vi.fn() };
const connect = async () => client;
const ask = vi.fn();

function refused(code: string) {
  return new PostgrestError({ code, message: "JWT expired", details: "", hint: "" });
}

beforeEach(() => {
  vi.resetAllMocks();
  client.refreshSession.mockResolvedValue({ error: null });
});

it("asks once when there is an answer", async () => {
  ask.mockResolvedValue("rows");
  expect(await withRenewal(connect, ask)).toBe("rows");
  expect(ask).toHaveBeenCalledOnce();
  expect(client.refreshSession).not.toHaveBeenCalled();
});

it.each([
  ["itself", refused("PGRST303")],
  // As postgrest-js gives it when it does not throw: the answer's own JSON.
  ["around a sentence for the screen", new Error("Erreur", { cause: { code: "PGRST301", message: "no" } })],
])("asks again with a new token when the old one was refused, said by the error %s", async (_, error) => {
  ask.mockRejectedValueOnce(error).mockResolvedValue("rows");
  expect(await withRenewal(connect, ask)).toBe("rows");
  expect(client.refreshSession).toHaveBeenCalledOnce();
});

it("gives up after the second refusal", async () => {
  const error = refused("PGRST303");
  ask.mockRejectedValue(error);
  await expect(withRenewal(connect, ask)).rejects.toBe(error);
  expect(ask).toHaveBeenCalledTimes(2);
});

it("does not ask again when the session has ended", async () => {
  const error = refused("PGRST303");
  ask.mockRejectedValue(error);
  client.refreshSession.mockResolvedValue({ error: new AuthApiError("gone", 400, "session_not_found") });
  await expect(withRenewal(connect, ask)).rejects.toBe(error);
  expect(ask).toHaveBeenCalledOnce();
});

it.each([[refused("42501")], [new TypeError("Failed to fetch")], ["nothing"]])(
  "leaves other failures alone: %s",
  async (error) => {
    ask.mockRejectedValue(error);
    await expect(withRenewal(connect, ask)).rejects.toBe(error);
    expect(client.refreshSession).not.toHaveBeenCalled();
  },
);
