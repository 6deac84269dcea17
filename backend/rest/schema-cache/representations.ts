/**
 * Catalog query: domain representations, defined by implicit casts. A cast from the domain to json formats it
 * in responses, one from text parses it in filters, one from json in bodies.
 */
import type { Sql } from "#backend/core/database/database.ts";

/** Functions as SQL, null when the type's own form applies. */
export interface Representation {
  toJson: string | null;
  fromText: string | null;
  fromJson: string | null;
}

interface CastRow {
  domain: string;
  direction: keyof Representation;
  routine: string;
}

/** By the domain's name as `format_type` returns it. */
export async function listRepresentations(sql: Sql): Promise<Map<string, Representation>> {
  const rows = await sql<CastRow[]>`
    select
      format_type(d.oid, null) as domain,
      case
        when c.castsource = d.oid then 'toJson'
        when c.castsource = 'text'::regtype then 'fromText'
        else 'fromJson'
      end as direction,
      format('%I.%I', n.nspname, p.proname) as routine
    from pg_cast c
    join pg_type d on d.oid in (c.castsource, c.casttarget) and d.typtype = 'd'
    join pg_proc p on p.oid = c.castfunc
    join pg_namespace n on n.oid = p.pronamespace
    where c.castcontext = 'i'
      and c.castmethod = 'f'
      and (
        c.castsource = d.oid and c.casttarget = 'json'::regtype
        or c.casttarget = d.oid and c.castsource in ('json'::regtype, 'text'::regtype)
      )`;
  const byDomain = new Map<string, Representation>();
  for (const { domain, direction, routine } of rows) {
    const representation = byDomain.get(domain) ?? { toJson: null, fromText: null, fromJson: null };
    byDomain.set(domain, { ...representation, [direction]: routine });
  }
  return byDomain;
}
