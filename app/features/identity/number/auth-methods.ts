/** What the auth service offers beside addresses and passwords, which its settings say. */
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { getAnonKey, getSupabaseUrl } from "#app/lib/supabase/config.client.ts";

export interface AuthMethods {
  /** Sessions without an address or a number. */
  anonymous: boolean;
  /** Codes by text message. */
  phone: boolean;
}

const NONE: AuthMethods = { anonymous: false, phone: false };

const settingsSchema = z.object({
  external: z.object({ anonymous_users: z.boolean(), phone: z.boolean() }),
});

/** None until they are known, and when they cannot be read: what is not offered is not missed. */
export function useAuthMethods(): AuthMethods {
  const [methods, setMethods] = useState(NONE);
  useEffect(() => {
    const leaving = new AbortController();
    readMethods(leaving.signal)
      .then(setMethods)
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) console.error("identity: the settings of the auth service", error);
      });
    return () => leaving.abort();
  }, []);
  return methods;
}

async function readMethods(signal: AbortSignal): Promise<AuthMethods> {
  const response = await fetch(`${getSupabaseUrl()}/auth/v1/settings`, {
    headers: { apikey: getAnonKey() },
    signal,
  });
  const { external } = settingsSchema.parse(await response.json());
  return { anonymous: external.anonymous_users, phone: external.phone };
}
