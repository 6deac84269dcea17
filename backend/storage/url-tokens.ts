/**
 * The tokens of signed URLs: each is valid for one path and one scope until it expires. They are signed with
 * a key derived from the shared secret, so that neither an API key nor a user's token passes for one, nor the
 * reverse.
 */
import { hkdfSync } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { StorageError } from "./errors.ts";
import type { ObjectPath } from "./object-path.ts";

/** The grants of a token, for the object whose path it contains. */
export const downloadGrantSchema = z.object({ scope: z.literal("download") });
export const renderGrantSchema = z.object({
  scope: z.literal("render"),
  transformations: z.record(z.string(), z.unknown()),
});
export const uploadGrantSchema = z.object({
  scope: z.literal("upload"),
  owner: z.string().nullable(),
  upsert: z.boolean(),
});

type Grant = z.infer<typeof downloadGrantSchema | typeof renderGrantSchema | typeof uploadGrantSchema>;

export interface UrlTokens {
  sign(path: ObjectPath, grant: Grant, seconds: number): Promise<string>;
  /** Throws InvalidJWT for an invalid or expired token, InvalidSignature for one of another path or scope. */
  verify<T extends Grant>(token: string, path: ObjectPath, grant: z.ZodType<T>): Promise<T>;
}

export function createUrlTokens(secret: string): UrlTokens {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "storage: signed addresses", 32));
  return {
    sign: ({ bucketId, key: name }, grant, seconds) =>
      new SignJWT({ ...grant, url: `${bucketId}/${name}` })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key),
    verify: async (token, { bucketId, key: name }, grant) => {
      const payload = await verifyPayload(token, key);
      const result = grant.safeParse(payload);
      if (payload.url !== `${bucketId}/${name}` || !result.success) {
        throw new StorageError(400, "InvalidSignature", "Invalid signature");
      }
      return result.data;
    },
  };
}

async function verifyPayload(token: string, key: Uint8Array): Promise<Record<string, unknown>> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      requiredClaims: ["exp", "url"],
    });
    return payload;
  } catch (error) {
    const message = error instanceof errors.JWTExpired ? '"exp" claim timestamp check failed' : "Invalid JWT";
    throw new StorageError(400, "InvalidJWT", message);
  }
}
