-- The back office's list of limits: each with its group and with what it has refused.

create function private.get_limit_group(limit_name text) returns text
language sql immutable set search_path = '' as $$
  -- The first group that knows a word of the name has the limit: quote_files are files, order_mails belong to orders.
  select coalesce(
    (
      select g.name
      from (values
        (1, 'realtime', 'sockets?|broadcasts?|topics?|channels?|presences?|realtime|subscriptions?'),
        (2, 'orders', 'orders?|carts?|wishlists?|stocks?|reservations?'),
        (3, 'files', 'files?|uploads?|images?|pictures?|renders?|transforms?|transformations?|downloads?'),
        (4, 'accounts', 'accounts?|sign|sessions?|passwords?|codes?|factors?|providers?|recover|recovery|mails?|letters?|emails?|sms'),
        (5, 'contributions', 'messages?|reviews?|votes?|testimonials?|quotes?'),
        (6, 'reads', 'reads?|rows?|embeds?|depth|requests?|quer(y|ies)|search(es)?|statements?|responses?|answers?|rpc|pages?|connections?')
      ) g (position, name, words)
      where limit_name ~ ('(^|_)(' || g.words || ')(_|$)')
      order by g.position
      limit 1
    ),
    'other'
  )
$$;
comment on function private.get_limit_group(text) is
  'What a limit protects, by the words of its name: orders, accounts, contributions, files, reads, realtime; other for a name without a known word.';

create function public.limits_with_refusals()
returns table (
  name text, audience text, scope text, limit_group text, label text, maximum bigint, period_seconds integer,
  default_maximum bigint, default_period_seconds integer, updated_at timestamptz,
  refused_today bigint, refused_7_days bigint, refused_30_days bigint
)
language sql stable rows 100 set search_path = '' as $$
  with today as (select (now() at time zone 'UTC')::date as day),
  refusals as (
    select r.name, r.audience, r.scope,
      coalesce(sum(r.refused) filter (where r.day = t.day), 0)::bigint as today,
      coalesce(sum(r.refused) filter (where r.day > t.day - 7), 0)::bigint as days_7,
      sum(r.refused)::bigint as days_30
    from public.limit_refusals r, today t
    where r.day > t.day - 30
    group by r.name, r.audience, r.scope
  )
  select
    l.name, l.audience, l.scope, private.get_limit_group(l.name), l.label, l.maximum, l.period_seconds,
    l.default_maximum, l.default_period_seconds, l.updated_at,
    coalesce(r.today, 0), coalesce(r.days_7, 0), coalesce(r.days_30, 0)
  from public.limits l
  left join refusals r on r.name = l.name and r.audience = l.audience and r.scope = l.scope
  order by l.label, l.name, l.audience, l.scope
$$;
comment on function public.limits_with_refusals() is
  'All limits by label, each with its group and with the refusals of today, of the last 7 and of the last 30 days, today included. Days are UTC days, which are Ouagadougou''s. No rows for others than administrators.';

revoke execute on function private.get_limit_group(text), public.limits_with_refusals() from public, anon;
grant execute on function private.get_limit_group(text), public.limits_with_refusals() to authenticated, service_role;
