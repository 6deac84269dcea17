-- Second factor: what a session may do before it has presented the factor of its account, when the session of an
-- administrator is over, recovery codes, and the list of one's own sessions.

-- Settings ---------------------------------------------------------------------------------------------------------

create table public.security_settings (
  id boolean primary key default true check (id),
  admin_factor_required boolean not null default false,
  admin_idle_minutes integer not null default 30 check (admin_idle_minutes between 5 and 1440),
  admin_session_hours integer not null default 12 check (admin_session_hours between 1 and 168),
  updated_at timestamptz not null default now()
);
comment on table public.security_settings is
  'One row: what is required of administrators. Apart from shop_settings, which everyone reads.';
comment on column public.security_settings.admin_factor_required is
  'Whether an administrator without a second factor may only enroll one.';
comment on column public.security_settings.admin_idle_minutes is
  'How long an administrator may do nothing until the session ends.';
comment on column public.security_settings.admin_session_hours is
  'How long after the sign-in the session of an administrator ends in any case.';

insert into public.security_settings default values;

create trigger security_settings_set_updated_at before update on public.security_settings
  for each row execute function private.set_updated_at();
create trigger security_settings_record after update on public.security_settings
  for each row execute function private.record_change('Sécurité');

-- The caller's factor and session ----------------------------------------------------------------------------------

create function private.has_second_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
$$;
comment on function private.has_second_factor() is 'Whether the caller''s account has a verified second factor.';

create function private.lacks_second_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select auth.jwt()) ->> 'aal', 'aal1') = 'aal1' and private.has_second_factor()
$$;
comment on function private.lacks_second_factor() is
  'Whether the caller''s account has a second factor that the session has not presented: the password alone opens nothing then.';

create function private.get_session_id() returns uuid
language sql stable set search_path = '' as $$
  select case when claim ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then claim::uuid end
  from (select auth.jwt() ->> 'session_id' as claim) token
$$;
comment on function private.get_session_id() is
  'The session of the caller''s token; null for a token that names none.';

-- Administrators' access ---------------------------------------------------------------------------------------------

create table private.admin_activity (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  at timestamptz not null
);
comment on table private.admin_activity is
  'When an administrator last did something in a session. Not the time of a request or of a refreshed token: an open screen sends both by itself.';

create function private.get_admin_session_state() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  started_at timestamptz;
  ends_at timestamptz;
  active_at timestamptz;
  settings public.security_settings;
begin
  -- Tokens that name no session are issued by nobody but the service itself.
  if auth.jwt() ->> 'session_id' is null then
    return 'granted';
  end if;
  select s.created_at, s.not_after, coalesce(a.at, s.created_at) into started_at, ends_at, active_at
  from auth.sessions s left join private.admin_activity a on a.session_id = s.id
  where s.id = private.get_session_id() and s.user_id = auth.uid();
  if not found then
    return 'ended';
  end if;
  select * into settings from public.security_settings;
  if active_at < now() - make_interval(mins => settings.admin_idle_minutes) then
    return 'idle';
  end if;
  if started_at < now() - make_interval(hours => settings.admin_session_hours) then
    return 'expired';
  end if;
  return case when ends_at <= now() then 'ended' else 'granted' end;
end
$$;
comment on function private.get_admin_session_state() is
  'Of the caller, who must be an administrator: granted; idle or expired, beyond the times of security_settings; ended, by a sign-out.';

create function private.get_admin_access() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  session_state text;
begin
  if not exists (select from public.admin_users where id = auth.uid()) then
    return 'none';
  end if;
  session_state := private.get_admin_session_state();
  if session_state <> 'granted' then
    return session_state;
  end if;
  if private.lacks_second_factor() then
    return 'code';
  end if;
  if (select s.admin_factor_required from public.security_settings s) and not private.has_second_factor() then
    return 'enrollment';
  end if;
  return 'granted';
end
$$;
comment on function private.get_admin_access() is
  'What the caller may do in the admin area: granted; none, not an administrator; code or enrollment, when a second factor must be presented or enrolled first; idle, expired or ended, when the session is over.';

create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.get_admin_access() = 'granted'
$$;
comment on function private.is_admin() is
  'Whether the caller is an administrator whose session may administer, looked up at each request. Security definer, because the policy of admin_users itself calls it.';

create function public.get_admin_access() returns text
language sql stable set search_path = '' as $$
  select private.get_admin_access()
$$;
comment on function public.get_admin_access() is
  'Why is_admin_user() answers as it does: granted, none, code, enrollment, idle, expired or ended.';

create function private.record_admin_activity() returns text
language plpgsql security definer set search_path = '' as $$
declare
  access constant text := private.get_admin_access();
begin
  if access = 'granted' then
    insert into private.admin_activity (session_id, at)
    select id, now() from auth.sessions where id = private.get_session_id()
    on conflict (session_id) do update set at = excluded.at;
  elsif access in ('idle', 'expired') then
    -- The session is no longer refreshed either. The row remains, so that the reason does.
    update auth.sessions set not_after = now()
    where id = private.get_session_id() and user_id = auth.uid() and (not_after is null or not_after > now());
  end if;
  return access;
end
$$;
comment on function private.record_admin_activity() is
  'Records that the caller is at work in the admin area, and returns the access; ends a session that is idle or expired.';

create function public.record_admin_activity() returns text
language sql set search_path = '' as $$
  select private.record_admin_activity()
$$;
comment on function public.record_admin_activity() is
  'Called by the admin area when its user does something, at most once a minute. Returns what get_admin_access() does.';

-- Recovery codes -----------------------------------------------------------------------------------------------------

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is
  'The codes that replace the second factor once each, for whoever has lost it. Only hashes are stored.';

insert into public.limits (name, audience, scope, label, maximum, period_seconds)
values ('recovery_code', 'everyone', 'account', 'Codes de secours essayés', 10, 3600)
on conflict do nothing;

create function private.generate_recovery_code() returns text
language sql volatile set search_path = '' as $$
  -- 79 random bits: each character has five of them, the one at the UUID's version four.
  select string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', (get_byte(bytes, n) & 31) + 1, 1)
      || case when n in (3, 7, 11) then '-' else '' end,
    '' order by n
  )
  from (select uuid_send(gen_random_uuid()) as bytes) random, generate_series(0, 15) n
$$;
comment on function private.generate_recovery_code() is
  'A random code of four groups, without letters that look like digits. Long enough that a fast hash suffices.';

create function private.hash_recovery_code(account uuid, code text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(
    account::text || regexp_replace(translate(lower(left(code, 100)), 'oil', '011'), '[^a-z0-9]', '', 'g'), 'UTF8'
  ))
$$;
comment on function private.hash_recovery_code(uuid, text) is
  'The stored form of a code. Spaces, hyphens and upper case do not matter; o, i and l are read as the digits that they resemble.';

create function private.create_recovery_codes() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  codes text[];
begin
  if coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal1' or not private.has_second_factor() then
    raise insufficient_privilege using message = 'Confirmez d''abord votre second facteur';
  end if;
  delete from private.recovery_codes where user_id = auth.uid();
  select array_agg(private.generate_recovery_code()) into codes from generate_series(1, 10);
  insert into private.recovery_codes (user_id, code_hash)
  select auth.uid(), private.hash_recovery_code(auth.uid(), code) from unnest(codes) code;
  return codes;
end
$$;
comment on function private.create_recovery_codes() is
  'Ten new codes of the caller, who has presented the second factor, instead of the former ones. They cannot be read again.';

create function public.create_recovery_codes() returns text[]
language sql set search_path = '' as $$
  select private.create_recovery_codes()
$$;
comment on function public.create_recovery_codes() is
  'Ten new recovery codes of the signed-in user, shown once. Needs a session at aal2.';

create function private.count_recovery_codes() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.recovery_codes where user_id = (select auth.uid()) and used_at is null
$$;
create function public.count_recovery_codes() returns integer
language sql stable set search_path = '' as $$
  select private.count_recovery_codes()
$$;
comment on function public.count_recovery_codes() is 'How many recovery codes the signed-in user has left.';

create function private.use_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  factor uuid;
begin
  select f.id into factor from auth.mfa_factors f
  where f.user_id = auth.uid() and f.status = 'verified' order by f.created_at limit 1;
  -- The session is locked, and must still exist, before a code is spent on it.
  perform from auth.sessions s
  where s.id = private.get_session_id() and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  for update;
  if factor is null or not found then
    return false;
  end if;
  -- A wrong code is an answer and no error, so that the attempt counts.
  perform private.take_limit('recovery_code', 'everyone', 'account', auth.uid()::text);
  update private.recovery_codes c set used_at = now()
  where c.user_id = auth.uid() and c.code_hash = private.hash_recovery_code(auth.uid(), use_recovery_code.code)
    and c.used_at is null;
  if not found then
    return false;
  end if;
  update auth.sessions set aal = 'aal2', factor_id = factor, updated_at = now() where id = private.get_session_id();
  -- A hosted project derives the level of the next token from the methods, and knows no method for these codes.
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  values (gen_random_uuid(), private.get_session_id(), now(), now(), 'totp')
  on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at;
  return true;
end
$$;
comment on function private.use_recovery_code(text) is
  'Raises the caller''s session to aal2, as the second factor would, when the code is one of the account''s and has not been used. The next refresh of the session issues the token.';

create function public.use_recovery_code(code text) returns boolean
language sql set search_path = '' as $$
  select private.use_recovery_code(code)
$$;
comment on function public.use_recovery_code(text) is
  'Presents a recovery code instead of the second factor; whether it was valid. Refresh the session afterwards.';

-- One's own sessions -------------------------------------------------------------------------------------------------

create function private.list_sessions()
returns table (
  id uuid, created_at timestamptz, seen_at timestamptz, user_agent text, network text, is_current boolean
)
language sql stable security definer rows 10 set search_path = '' as $$
  select s.id, s.created_at,
    greatest(coalesce(s.refreshed_at at time zone 'utc', s.created_at), a.at),
    s.user_agent,
    network(set_masklen(s.ip, case family(s.ip) when 4 then 24 else 56 end))::text,
    s.id = (select private.get_session_id())
  from auth.sessions s left join private.admin_activity a on a.session_id = s.id
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
    and not (select private.lacks_second_factor())
  order by 6 desc, 3 desc
  limit 100
$$;
create function public.list_sessions()
returns table (
  id uuid, created_at timestamptz, seen_at timestamptz, user_agent text, network text, is_current boolean
)
language sql stable rows 10 set search_path = '' as $$
  select * from private.list_sessions()
$$;
comment on function public.list_sessions() is
  'The sessions of the signed-in user, this one first, then the last ones seen. network is the IPv4 /24 or IPv6 /56 of the last refresh.';

create function private.end_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s
  where s.id = end_session.session_id and s.user_id = auth.uid() and not private.lacks_second_factor();
  return found;
end
$$;
create function public.end_session(session_id uuid) returns boolean
language sql set search_path = '' as $$
  select private.end_session(session_id)
$$;
comment on function public.end_session(uuid) is 'Ends one session of the signed-in user; whether it existed.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke all on public.security_settings, private.admin_activity, private.recovery_codes
  from anon, authenticated, service_role;
grant select on public.security_settings to authenticated, service_role;
grant update (admin_factor_required, admin_idle_minutes, admin_session_hours) on public.security_settings
  to authenticated, service_role;

revoke execute on all functions in schema private from public;
revoke execute on function
  public.get_admin_access(), public.record_admin_activity(), public.create_recovery_codes(),
  public.count_recovery_codes(), public.use_recovery_code(text), public.list_sessions(), public.end_session(uuid)
  from public, anon;
grant execute on function
  private.lacks_second_factor(),
  private.get_admin_access(), private.record_admin_activity(), private.create_recovery_codes(),
  private.count_recovery_codes(), private.use_recovery_code(text), private.list_sessions(),
  private.end_session(uuid),
  public.get_admin_access(), public.record_admin_activity(), public.create_recovery_codes(),
  public.count_recovery_codes(), public.use_recovery_code(text), public.list_sessions(), public.end_session(uuid)
  to authenticated;

alter table public.security_settings enable row level security;
create policy "Administrators read the security settings" on public.security_settings
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators update the security settings" on public.security_settings
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
alter table private.admin_activity enable row level security;
create policy "Nobody reads the activity directly" on private.admin_activity
  for select to authenticated using (false);
alter table private.recovery_codes enable row level security;
create policy "Nobody reads the codes" on private.recovery_codes for select to authenticated using (false);

-- The owner's rows, too, are closed to whoever has the password alone.
alter policy "Customers read their own profile and administrators read all" on public.profiles
  using ((id = (select auth.uid()) and not (select private.lacks_second_factor())) or (select private.is_admin()));
alter policy "Customers update their own profile" on public.profiles
  using (id = (select auth.uid()) and not (select private.lacks_second_factor()))
  with check (id = (select auth.uid()) and not (select private.lacks_second_factor()));
alter policy "Customers read their own orders and administrators read all" on public.orders
  using (
    (user_id = (select auth.uid()) and not (select private.lacks_second_factor())) or (select private.is_admin())
  );
