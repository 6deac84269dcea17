import { AuthApiError } from "@supabase/auth-js";
import { PostgrestError } from "@supabase/postgrest-js";
import { beforeEach, expect, it, vi } from "vitest";
import { withSessionRefresh } from "./with-session-refresh.ts";

const client = { refreshSession: vi.fn(), signOut: vi.fn() };
const connect = async () => client;
const operation = vi.fn();

function createRejection(code: string) {
  return new PostgrestError({ code, message: "JWT expired", details: "", hint: "" });
}

beforeEach(() => {
  vi.resetAllMocks();
  client.refreshSession.mockResolvedValue({ error: null });
});

it("runs the operation once when it succeeds", async () => {
  operation.mockResolvedValue("rows");
  expect(await withSessionRefresh(connect, operation)).toBe("rows");
  expect(operation).toHaveBeenCalledOnce();
  expect(client.refreshSession).not.toHaveBeenCalled();
});

it.each([
  ["itself", createRejection("PGRST303")],
  // The error of postgrest-js when it does not throw: the JSON of the response.
  [
    "as the cause of an error with a message for the screen",
    new Error("Erreur", { cause: { code: "PGRST301", message: "no" } }),
  ],
])(
  "runs the operation again with a new token when the old one was rejected: code in the error %s",
  async (_, error) => {
    operation.mockRejectedValueOnce(error).mockResolvedValue("rows");
    expect(await withSessionRefresh(connect, operation)).toBe("rows");
    expect(client.refreshSession).toHaveBeenCalledOnce();
  },
);

it("gives up after the second rejection", async () => {
  const error = createRejection("PGRST303");
  operation.mockRejectedValue(error);
  await expect(withSessionRefresh(connect, operation)).rejects.toBe(error);
  expect(operation).toHaveBeenCalledTimes(2);
});

it("does not run the operation again when the session has ended", async () => {
  const error = createRejection("PGRST303");
  operation.mockRejectedValue(error);
  client.refreshSession.mockResolvedValue({ error: new AuthApiError("gone", 400, "session_not_found") });
  await expect(withSessionRefresh(connect, operation)).rejects.toBe(error);
  expect(operation).toHaveBeenCalledOnce();
});

it.each([[createRejection("42501")], [new TypeError("Failed to fetch")], ["nothing"]])(
  "rethrows other errors: %s",
  async (error) => {
    operation.mockRejectedValue(error);
    await expect(withSessionRefresh(connect, operation)).rejects.toBe(error);
    expect(client.refreshSession).not.toHaveBeenCalled();
  },
);
