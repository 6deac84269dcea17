/** The JSON form of an account. Timestamps that are not set are left out, as in the official server. */
import type { JsonObject } from "#backend/core/values/json.ts";
import type { Factor } from "./models/factor.ts";
import type { Identity } from "./models/identity.ts";
import type { User } from "./models/user.ts";

export interface UserView {
  id: string;
  aud: string;
  role: string;
  email: string;
  phone: string;
  app_metadata: JsonObject;
  user_metadata: JsonObject;
  identities: object[];
  created_at: Date | null;
  updated_at: Date | null;
  is_anonymous: boolean;
  [timestamp: string]: unknown;
}

export function toUserView(user: User, identities: Identity[], factors: Factor[] = []): UserView {
  return {
    id: user.id,
    aud: user.aud ?? "",
    role: user.role ?? "",
    email: user.email ?? "",
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    invited_at: user.invited_at ?? undefined,
    phone: user.phone ?? "",
    phone_confirmed_at: user.phone_confirmed_at ?? undefined,
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    confirmed_at: user.confirmed_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    new_email: user.email_change || undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    new_phone: user.phone_change || undefined,
    phone_change_sent_at: user.phone_change_sent_at ?? undefined,
    reauthentication_sent_at: user.reauthentication_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: factors.length > 0 ? factors.map(toFactorView) : undefined,
    identities: identities.map(toIdentityView),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    deleted_at: user.deleted_at ?? undefined,
    is_anonymous: user.is_anonymous,
  };
}

/** `id` is the provider's id of the account and `identity_id` is ours: the names that clients know. */
function toIdentityView(identity: Identity): object {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at ?? undefined,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    email: identity.email ?? undefined,
  };
}

/** Leaves out the secret. */
export function toFactorView(factor: Factor): object {
  return {
    id: factor.id,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    status: factor.status,
    phone: factor.phone ?? undefined,
    last_challenged_at: factor.last_challenged_at ?? undefined,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
  };
}
