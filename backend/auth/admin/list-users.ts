/** GET /admin/users: the accounts page by page, newest first. The headers carry the total count. */
import type { AuthDeps, Endpoint } from "#backend/auth/endpoint.ts";
import { validationFailed } from "#backend/auth/errors.ts";
import { listFactorsByUsers } from "#backend/auth/models/factor.ts";
import { listIdentitiesByUsers } from "#backend/auth/models/identity.ts";
import { countUsers, listUsers } from "#backend/auth/models/user.ts";
import { toUserView } from "#backend/auth/user-view.ts";

const PER_PAGE = 50;
const MAX_PER_PAGE = 1000;

export function listUsersAsAdmin({ sql, settings }: AuthDeps): Endpoint {
  return async (c) => {
    const page = readCount(c.req.query("page"), 1);
    const perPage = Math.min(readCount(c.req.query("per_page"), PER_PAGE), MAX_PER_PAGE);
    const filter = c.req.query("filter") || null;
    const [users, total] = await Promise.all([
      listUsers(sql, { filter, limit: perPage, offset: (page - 1) * perPage }),
      countUsers(sql, filter),
    ]);
    const ids = users.map(({ id }) => id);
    const [identities, factors] = await Promise.all([
      listIdentitiesByUsers(sql, ids),
      listFactorsByUsers(sql, ids),
    ]);
    const ofUser = <Row extends { user_id: string }>(rows: Row[], id: string) =>
      rows.filter(({ user_id: owner }) => owner === id);
    const views = users.map((user) =>
      toUserView(user, ofUser(identities, user.id), ofUser(factors, user.id)),
    );
    return Response.json(
      { users: views, aud: "authenticated" },
      {
        headers: {
          "x-total-count": String(total),
          link: formatLinkHeader(`${settings.issuer}/admin/users`, page, perPage, total),
          "cache-control": "no-store",
        },
      },
    );
  };
}

/** The format is fixed: clients parse it character by character. */
function formatLinkHeader(url: string, page: number, perPage: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, name: string) => `<${url}?page=${to}&per_page=${perPage}>; rel="${name}"`;
  return [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")].join(", ");
}

function readCount(value: string | undefined, fallback: number): number {
  if (!value) return fallback;
  const count = Number(value);
  if (/^\d{1,9}$/.test(value) && count > 0) return count;
  throw validationFailed("Bad Pagination Parameters: not a positive number");
}
