/**
 * The path of the profile's query (profile.queries.ts), for the inline script of private pages, which has no client.
 * The columns are here, because it must not contain the rest of the profile either.
 */

export const PROFILE_COLUMNS = "email,first_name,last_name,phone,address,city,postal_code";

export function getProfilePath(userId: string): string {
  return `/rest/v1/profiles?${new URLSearchParams({ select: PROFILE_COLUMNS, id: `eq.${userId}` })}`;
}
