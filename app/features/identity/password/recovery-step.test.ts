import { beforeEach, describe, expect, it, vi } from "vitest";
import { type LinkResult, type LinkSession, openByCode } from "#app/features/identity/link/link-session.ts";
import { getRecoveryStep, getStepOfLink } from "./recovery-step.ts";

vi.mock("#app/features/identity/link/link-session.ts", () => ({ openByCode: vi.fn() }));

const client = { getSession: vi.fn(), mfa: { getAuthenticatorAssuranceLevel: vi.fn() } };
const linkSession = (): LinkSession => ({
  userId: "awa",
  email: "awa@exemple.bf",
  adopt: vi.fn(async () => {}),
  discard: vi.fn(async () => {}),
});
const tokenHash = { hash: "abc", type: "recovery" } as const;

function signInAs(id: string | null, methods: object[] = []) {
  const user = { id, email: `${id}@exemple.bf` };
  client.getSession.mockResolvedValue({ data: { session: id ? { user } : null } });
  client.mfa.getAuthenticatorAssuranceLevel.mockResolvedValue({
    data: { currentAuthenticationMethods: methods },
  });
}
const answerCode = (result: LinkResult) => vi.mocked(openByCode).mockResolvedValue(result);

beforeEach(() => {
  vi.resetAllMocks();
  signInAs(null);
});

describe("without a link", () => {
  it.each([
    ["a visitor", null, [], { kind: "request", reason: null }],
    [
      "a session by password",
      "awa",
      [{ method: "password", timestamp: 1 }],
      { kind: "request", reason: null },
    ],
    [
      "a reload after the link",
      "awa",
      [{ method: "recovery", timestamp: 1 }],
      { kind: "reset", email: "awa@exemple.bf" },
    ],
  ])("%s", async (_who, id, methods, step) => {
    signInAs(id, methods);
    expect(await getRecoveryStep(client, { kind: "none" })).toEqual(step);
  });
});

describe("with a link", () => {
  it("an error asks for another mail", async () => {
    expect(await getRecoveryStep(client, { kind: "expired" })).toEqual({
      kind: "request",
      reason: "expired",
    });
  });

  it("the code of this browser stores the session", async () => {
    const session = linkSession();
    session.adopt = vi.fn(async () => signInAs("awa"));
    answerCode({ kind: "opened", session });
    const step = await getRecoveryStep(client, { kind: "link", code: "c", tokenHash: null });
    expect(step).toEqual({ kind: "reset", email: "awa@exemple.bf" });
    expect(session.adopt).toHaveBeenCalledOnce();
  });

  it("another account's session is replaced only after a question", async () => {
    signInAs("issa");
    const session = linkSession();
    expect(await getStepOfLink(client, session)).toEqual({
      kind: "replace",
      session,
      currentEmail: "issa@exemple.bf",
    });
    expect(session.adopt).not.toHaveBeenCalled();
  });

  it("the code of another browser needs the hash and a press, or another mail", async () => {
    answerCode({ kind: "other-browser" });
    expect(await getRecoveryStep(client, { kind: "link", code: "c", tokenHash })).toEqual({
      kind: "open",
      tokenHash,
    });
    expect(await getRecoveryStep(client, { kind: "link", code: "c", tokenHash: null })).toEqual({
      kind: "request",
      reason: "other-browser",
    });
  });

  it("a hash alone, as a template of a hosted project may send it, needs a press", async () => {
    expect(await getRecoveryStep(client, { kind: "link", code: null, tokenHash })).toEqual({
      kind: "open",
      tokenHash,
    });
    expect(openByCode).not.toHaveBeenCalled();
  });
});
