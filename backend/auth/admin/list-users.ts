/** GET /admin/users: the accounts a page at a time, the newest first; how many there are stands in the headers. */
import type { AuthDeps, Endpoint } from "../endpoint.ts";
import { validationFailed } from "../errors.ts";
import { listFactorsOf } from "../models/factor.ts";
import { listIdentitiesOf } from "../models/identity.ts";
import { countUsers, listUsers } from "../models/user.ts";
import { userView } from "../user-view.ts";

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
    const [identities, factors] = await Promise.all([listIdentitiesOf(sql, ids), listFactorsOf(sql, ids)]);
    const ofUser = <Row extends { user_id: string }>(rows: Row[], id: string) =>
      rows.filter(({ user_id: owner }) => owner === id);
    const views = users.map((user) => userView(user, ofUser(identities, user.id), ofUser(factors, user.id)));
    return Response.json(
      { users: views, aud: "authenticated" },
      {
        headers: {
          "x-total-count": String(total),
          link: linksOf(`${settings.issuer}/admin/users`, page, perPage, total),
          "cache-control": "no-store",
        },
      },
    );
  };
}

/** In just this form: clients take it apart by its characters. */
function linksOf(address: string, page: number, perPage: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, name: string) => `<${address}?page=${to}&per_page=${perPage}>; rel="${name}"`;
  return [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")].join(", ");
}

function readCount(value: string | undefined, fallback: number): number {
  if (!value) return fallback;
  const count = Number(value);
  if (/^\d{1,9}$/.test(value) && count > 0) return count;
  throw validationFailed("Bad Pagination Parameters: not a positive number");
}
