-- Whether a limit allows something, as an answer instead of an exception: catching an exception costs a subtransaction,
-- which each order of an unproven account paid for its letter.

create function private.try_limit(
  limit_name text, audience text, scope text, key text, cost integer default 1
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  maximum bigint;
  period_seconds integer;
  bucket_key bytea;
  per_second double precision;
  available double precision;
begin
  if key is null then
    return null;
  end if;
  select l.maximum, l.period_seconds into maximum, period_seconds from public.limits l
  where l.name = limit_name and l.audience = try_limit.audience and l.scope = try_limit.scope;
  if maximum is null then
    return null;
  elsif cost > maximum then
    return 0;
  end if;
  bucket_key := sha256(convert_to(limit_name || ' ' || audience || ' ' || scope || ' ' || key, 'UTF8'));
  per_second := maximum / coalesce(period_seconds, 86400)::double precision;
  insert into private.limit_buckets as b (key, tokens, updated_at)
  values (bucket_key, maximum - cost, clock_timestamp())
  on conflict on constraint limit_buckets_pkey do update set
    tokens = least(maximum, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.updated_at)) * per_second) - cost,
    updated_at = clock_timestamp()
  where least(maximum, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.updated_at)) * per_second) >= cost;
  if found then
    return null;
  end if;
  select b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.updated_at)) * per_second into available
  from private.limit_buckets b where b.key = bucket_key;
  return greatest(1, ceil((cost - coalesce(available, 0)) / per_second))::integer;
end
$$;
comment on function private.try_limit(text, text, text, text, integer) is
  'Takes cost from what the limit allows the key in its period. Null when it was taken, without a key, or where the limit is not set; else the seconds to wait, 0 when no waiting helps.';

create or replace function private.take_limit(
  limit_name text, audience text, scope text, key text, cost integer default 1, message text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wait_seconds constant integer := private.try_limit(limit_name, audience, scope, key, cost);
begin
  if wait_seconds is not null then
    perform private.refuse(limit_name, audience, scope, nullif(wait_seconds, 0), message);
  end if;
end
$$;

create or replace function private.may_send_letter(email text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  return private.try_limit('order_letters', 'unproven', 'recipient', private.get_recipient_key(email)) is null;
end
$$;

revoke execute on function private.try_limit(text, text, text, text, integer) from public;
