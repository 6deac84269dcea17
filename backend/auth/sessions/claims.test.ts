import { expect, test } from "vitest";
import type { User } from "#backend/auth/models/user.ts";
import { createAccessTokenClaims } from "./claims.ts";

const user: User = {
  id: "5f1d9b8e-3f0a-4b7e-9c55-6d1f4b2f9a10",
  aud: "authenticated",
  role: "authenticated",
  email: "awa@example.bf",
  encrypted_password: "$2b$10$hash",
  email_confirmed_at: new Date(0),
  invited_at: null,
  phone: null,
  phone_confirmed_at: null,
  confirmation_sent_at: null,
  confirmed_at: new Date(0),
  recovery_sent_at: null,
  email_change: "",
  email_change_sent_at: null,
  email_change_confirm_status: 0,
  phone_change: "",
  phone_change_sent_at: null,
  reauthentication_sent_at: null,
  last_sign_in_at: null,
  raw_app_meta_data: { provider: "email", providers: ["email"] },
  raw_user_meta_data: null,
  created_at: new Date(0),
  updated_at: new Date(0),
  banned_until: null,
  deleted_at: null,
  is_sso_user: false,
  is_anonymous: false,
};

const subject = {
  user,
  sessionId: "0d1f2f6a-58f3-4b2a-8f3f-0a2b8f3c9d11",
  aal: "aal1" as const,
  amr: [{ method: "password", timestamp: 99 }],
};
const times = { issuer: "https://shop.example/auth/v1", issuedAt: 100, expiresAt: 3700 };

test("an access token holds every claim of the official one, and no secret", () => {
  expect(createAccessTokenClaims(subject, times)).toEqual({
    iss: "https://shop.example/auth/v1",
    sub: user.id,
    aud: "authenticated",
    exp: 3700,
    iat: 100,
    email: "awa@example.bf",
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: {},
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "password", timestamp: 99 }],
    session_id: subject.sessionId,
    is_anonymous: false,
  });
});

test("role and e-mail claims in user metadata stay inside the metadata", () => {
  const userWithFalseClaims = {
    ...user,
    raw_user_meta_data: { role: "service_role", email: "other@example.bf" },
  };
  expect(createAccessTokenClaims({ ...subject, user: userWithFalseClaims }, times)).toMatchObject({
    role: "authenticated",
    email: "awa@example.bf",
  });
});
