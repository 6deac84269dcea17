-- Limits: how much one visitor, customer or network may cause, in one table that administrators change. What the
-- database enforces is inserted here and by later migrations; what the process in front of it enforces inserts
-- itself at the start (jobs/limits.ts). See docs/decisions/0040-one-table-of-limits.md.

create table public.limits (
  name text not null check (name ~ '^[a-z][a-z0-9_]*$'),
  audience text not null default 'everyone'
    check (audience in ('everyone', 'visitor', 'unproven', 'customer', 'trusted', 'staff')),
  scope text not null check (scope in (
    'account', 'email', 'phone', 'address', 'network', 'device', 'place', 'recipient', 'technician', 'product',
    'order', 'line', 'request', 'socket', 'shop'
  )),
  label text not null check (char_length(btrim(label)) between 1 and 200),
  maximum bigint check (maximum between 0 and 1000000000000),
  period_seconds integer check (period_seconds between 1 and 2592000),
  default_maximum bigint,
  default_period_seconds integer,
  updated_at timestamptz not null default now(),
  primary key (name, audience, scope)
);
comment on table public.limits is
  'What one caller may cause: name (what), audience (for whom), scope (counted for each what), maximum, period.';
comment on column public.limits.scope is
  'What is counted separately: address is the client''s IP address, network its /24 (IPv4) or /56 (IPv6), place a delivery address.';
comment on column public.limits.maximum is 'Null sets no limit. Money is in francs, sizes in bytes.';
comment on column public.limits.period_seconds is
  'The time in which the maximum is allowed; null for a limit of what there may be at once.';
comment on column public.limits.default_maximum is 'The value that the shop comes with, as is default_period_seconds.';

create function private.prepare_limit() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.default_maximum := new.maximum;
    new.default_period_seconds := new.period_seconds;
  elsif (new.period_seconds is null) <> (old.period_seconds is null) then
    raise check_violation using message = 'Cette limite garde sa sorte : avec ou sans durée';
  end if;
  return new;
end
$$;
comment on function private.prepare_limit() is
  'Stores the values that a limit comes with. A limit by time stays one: what enforces it counts differently.';
create trigger limits_prepare before insert or update on public.limits
  for each row execute function private.prepare_limit();
create trigger limits_set_updated_at before update on public.limits
  for each row execute function private.set_updated_at();
create trigger limits_record after update on public.limits
  for each row execute function private.record_change('label', '', '', 'audience,scope');
-- The processes read the limits again when they change.
create trigger limits_notify after insert or update or delete or truncate on public.limits
  for each statement execute function private.notify_page_tag('old', 'limits');

create table public.limit_refusals (
  name text not null,
  audience text not null,
  scope text not null,
  day date not null default (now() at time zone 'UTC')::date,
  refused bigint not null check (refused > 0),
  primary key (name, audience, scope, day),
  foreign key (name, audience, scope) references public.limits on update cascade on delete cascade
);
comment on table public.limit_refusals is
  'How often each limit refused something on a day. Written by the processes in front of the database.';

-- Token buckets ---------------------------------------------------------------------------------------------------

-- Unlogged: after a crash all buckets are full, which an attacker cannot cause.
create unlogged table private.limit_buckets (
  key bytea primary key,
  tokens double precision not null,
  updated_at timestamptz not null
);
create index limit_buckets_updated_at_idx on private.limit_buckets (updated_at);
comment on table private.limit_buckets is
  'What is left of each limit by time, for each of its keys. The key is a hash: it names nobody.';

create function private.get_client_address() returns text
language sql stable set search_path = '' as $$
  -- A hosted project has no gateway of ours; its proxy sets this header, and no caller can.
  select coalesce(
    nullif(current_setting('request.address', true), ''),
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'cf-connecting-ip'
  )
$$;
comment on function private.get_client_address() is
  'The address of the caller (an IPv6 address as its /64), as the gateway passes it; null outside of a request.';

create function private.get_client_network() returns text
language plpgsql stable set search_path = '' as $$
declare
  address constant text := private.get_client_address();
begin
  return network(set_masklen(address::inet, case family(address::inet) when 4 then 24 else 56 end))::text;
exception when invalid_text_representation then
  return address;
end
$$;
comment on function private.get_client_network() is
  'The network of the caller: the /24 of an IPv4 address, the /56 of an IPv6 address. The same rule as getClientNetwork of backend/core/client-network.ts.';

create function private.get_limit_maximum(limit_name text, audience text, scope text) returns bigint
language sql stable security definer set search_path = '' as $$
  select l.maximum from public.limits l
  where l.name = $1 and l.audience = $2 and l.scope = $3
$$;
comment on function private.get_limit_maximum(text, text, text) is 'The maximum of a limit; null when there is none.';

create function private.refuse(
  limit_name text, audience text, scope text, retry_seconds integer default null, message text default null
) returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT429' using
    message = coalesce(
      refuse.message,
      'Trop de demandes en peu de temps. Réessayez '
        || case
          when retry_seconds is null then 'plus tard.'
          when retry_seconds < 90 then 'dans une minute.'
          when retry_seconds < 5400 then format('dans %s minutes.', ceil(retry_seconds / 60.0))
          else format('dans %s heures.', ceil(retry_seconds / 3600.0))
        end
    ),
    detail = format('limit=%s/%s/%s', limit_name, audience, scope)
      || coalesce(' retry=' || retry_seconds, '');
end
$$;
comment on function private.refuse(text, text, text, integer, text) is
  'Raises PT429 (HTTP 429). Its details name the limit, which the gateway counts, and the seconds to wait.';

create function private.take_limit(
  limit_name text, audience text, scope text, key text, cost integer default 1, message text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  rule public.limits;
  bucket_key bytea;
  per_second double precision;
  available double precision;
begin
  if key is null then
    return;
  end if;
  select * into rule from public.limits l
  where l.name = limit_name and l.audience = take_limit.audience and l.scope = take_limit.scope;
  if rule.maximum is null then
    return;
  end if;
  bucket_key := sha256(convert_to(limit_name || ' ' || audience || ' ' || scope || ' ' || key, 'UTF8'));
  per_second := rule.maximum / coalesce(rule.period_seconds, 86400)::double precision;
  if cost <= rule.maximum then
    insert into private.limit_buckets as b (key, tokens, updated_at)
    values (bucket_key, rule.maximum - cost, clock_timestamp())
    on conflict on constraint limit_buckets_pkey do update set
      tokens = least(rule.maximum, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.updated_at)) * per_second) - cost,
      updated_at = clock_timestamp()
    where least(rule.maximum, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.updated_at)) * per_second) >= cost;
    if found then
      return;
    end if;
    select b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.updated_at)) * per_second into available
    from private.limit_buckets b where b.key = bucket_key;
  end if;
  perform private.refuse(
    limit_name, audience, scope,
    case when cost <= rule.maximum then greatest(1, ceil((cost - coalesce(available, 0)) / per_second))::integer end,
    message
  );
end
$$;
comment on function private.take_limit(text, text, text, text, integer, text) is
  'Takes cost from what the limit allows the key in its period, or raises PT429. Nothing is taken without a key, or where the limit is not set. What is taken in a transaction that fails is given back with it.';

-- Privileges ------------------------------------------------------------------------------------------------------

revoke execute on function
  private.prepare_limit(), private.get_client_address(), private.get_client_network(),
  private.get_limit_maximum(text, text, text), private.refuse(text, text, text, integer, text),
  private.take_limit(text, text, text, text, integer, text)
  from public;
revoke all on private.limit_buckets from public, anon, authenticated;
revoke all on public.limits, public.limit_refusals from anon, authenticated;
grant select, update (maximum, period_seconds) on public.limits to authenticated;
grant select on public.limit_refusals to authenticated;

alter table private.limit_buckets enable row level security;
create policy "Only the service reads what is left of limits" on private.limit_buckets
  for select to service_role using (true);
alter table public.limits enable row level security;
create policy "Administrators read the limits" on public.limits
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators change the limits" on public.limits
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
alter table public.limit_refusals enable row level security;
create policy "Administrators read what was refused" on public.limit_refusals
  for select to authenticated using ((select private.is_admin()));
