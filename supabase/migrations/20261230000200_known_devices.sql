-- A mail to the owner of an account after a sign-in from a device or a network that the account was not used from
-- before. See docs/decisions/0086-reauthentication.md.

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('new_device_mails', 'everyone', 'account', 3, 86400, 'E-mails à l''arrivée d''un nouvel appareil')
on conflict do nothing;

do $$
begin
  execute (
    select format(
      'alter domain public.mail_kind drop constraint mail_kind_known;
       alter domain public.mail_kind add constraint mail_kind_known check (value in (%s, ''new_device''))',
      string_agg(quote_literal(m.kind[1]), ', ' order by m.position)
    )
    from pg_constraint c
    cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as m (kind, position)
    where c.conname = 'mail_kind_known'
  );
end
$$;

create function private.get_device_name(user_agent text) returns text
language sql immutable set search_path = '' as $$
  -- The first match counts: most browsers name others too.
  select coalesce(browser || ' sur ' || system, browser, system, 'Appareil inconnu')
  from (
    select case
      when user_agent ~ 'Edg(e|A|iOS)?/' then 'Edge'
      when user_agent ~ 'OPR/|Opera' then 'Opera'
      when user_agent ~ 'SamsungBrowser/' then 'Samsung Internet'
      when user_agent ~ 'UCBrowser/' then 'UC Browser'
      when user_agent ~ 'Firefox/|FxiOS/' then 'Firefox'
      when user_agent ~ 'Chrome/|CriOS/' then 'Chrome'
      when user_agent ~ 'Safari/' then 'Safari'
    end as browser,
    case
      when user_agent ~ 'Android' then 'Android'
      when user_agent ~ 'iPhone|iPad|iPod' then 'iOS'
      when user_agent ~ 'Windows' then 'Windows'
      when user_agent ~ 'Mac OS X|Macintosh' then 'macOS'
      when user_agent ~ 'CrOS' then 'ChromeOS'
      when user_agent ~ 'Linux' then 'Linux'
    end as system
  ) known
$$;
comment on function private.get_device_name(text) is
  'The device of a session in words, from its user agent: «Chrome sur Android». No version, so that an update is no new device.';

create function private.get_client_network(ip inet) returns cidr
language sql immutable set search_path = '' as $$
  select network(set_masklen(ip, case family(ip) when 4 then 24 else 56 end))
$$;
comment on function private.get_client_network(inet) is 'The IPv4 /24 or the IPv6 /56 of an address.';

create table private.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device text not null,
  network cidr not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, device, network)
);
comment on table private.known_devices is
  'From where an account was signed in to within a year: the device in words, and the network.';
create index known_devices_seen_at_idx on private.known_devices (seen_at);

insert into private.known_devices (user_id, device, network, seen_at)
select s.user_id, private.get_device_name(s.user_agent), private.get_client_network(s.ip), max(s.created_at)
from auth.sessions s join auth.users u on u.id = s.user_id
where s.ip is not null and not u.is_anonymous
group by 1, 2, 3;

create function private.note_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  new_device constant text := private.get_device_name(new.user_agent);
  new_network constant cidr := private.get_client_network(new.ip);
  account record;
  knows_device boolean;
  knows_network boolean;
begin
  select u.email, u.last_sign_in_at is not null as is_returning, a.is_email_proven,
    exists (select from public.admin_users s where s.id = u.id) as is_staff
  into account
  from auth.users u join private.order_audiences a on a.id = u.id
  where u.id = new.user_id and not u.is_anonymous;
  if not found or new_network is null then
    return null;
  end if;
  select coalesce(bool_or(k.device = new_device), false), coalesce(bool_or(k.network = new_network), false)
  into knows_device, knows_network
  from private.known_devices k where k.user_id = new.user_id;
  insert into private.known_devices (user_id, device, network) values (new.user_id, new_device, new_network)
  on conflict (user_id, device, network) do update set seen_at = now();
  delete from private.known_devices k where k.seen_at < now() - interval '1 year';
  if account.is_returning and account.email <> '' and (account.is_email_proven or account.is_staff)
    and not (knows_device and knows_network)
    and private.try_limit('new_device_mails', 'everyone', 'account', new.user_id::text) is null
  then
    insert into public.mails (subject_id, kind, recipient, payload)
    values (gen_random_uuid(), 'new_device', account.email, jsonb_build_object(
      'at', now(), 'device', new_device, 'isKnownDevice', knows_device, 'isStaff', account.is_staff
    ));
    perform pg_notify('mails', '');
  end if;
  return null;
end
$$;
comment on function private.note_device() is
  'Remembers the device and the network of a sign-in, and queues a mail to the account''s address when either is new to the account. Not at the first sign-in.';
create trigger sessions_note_device after insert on auth.sessions
  for each row execute function private.note_device();

-- The list of sessions names the devices in the same words ------------------------------------------------------------

drop function public.list_sessions();
drop function private.list_sessions();
create function private.list_sessions()
returns table (id uuid, created_at timestamptz, seen_at timestamptz, device text, network text, is_current boolean)
language sql stable security definer rows 10 set search_path = '' as $$
  select s.id, s.created_at,
    greatest(coalesce(s.refreshed_at at time zone 'utc', s.created_at), a.at),
    private.get_device_name(s.user_agent),
    private.get_client_network(s.ip)::text,
    s.id = (select private.get_session_id())
  from auth.sessions s left join private.admin_activity a on a.session_id = s.id
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
    and not (select private.lacks_second_factor())
  order by 6 desc, 3 desc
  limit 100
$$;
create function public.list_sessions()
returns table (id uuid, created_at timestamptz, seen_at timestamptz, device text, network text, is_current boolean)
language sql stable rows 10 set search_path = '' as $$
  select * from private.list_sessions()
$$;
comment on function public.list_sessions() is
  'The sessions of the signed-in user, this one first, then the last ones seen. device is in words, network the IPv4 /24 or IPv6 /56 of the last refresh.';

-- The copy of one's data ---------------------------------------------------------------------------------------------

alter function private.describe_person(private.person) rename to describe_records_of;
comment on function private.describe_records_of(private.person) is
  'The copy of a person''s data but for the devices: describe_person adds them.';
create function private.describe_person(person private.person) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_records_of(person) || jsonb_build_object(
    'appareils_connus', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'appareil', k.device, 'reseau', k.network, 'vu_le', k.seen_at
      ) order by k.seen_at), '[]')
      from private.known_devices k where k.user_id = any (person.accounts)
    )
  )
$$;
comment on function private.describe_person(private.person) is
  'Everything that the shop has of a person, as one document with French keys. Secrets and hashes are not in it.';

-- Privileges -------------------------------------------------------------------------------------------------------

alter table private.known_devices enable row level security;
create policy "Nobody reads the devices directly" on private.known_devices for select to authenticated using (false);
revoke all on private.known_devices from anon, authenticated, service_role;
revoke execute on function private.get_device_name(text), private.get_client_network(inet), private.note_device(),
  private.describe_person(private.person) from public;
revoke execute on function private.list_sessions() from public;
revoke execute on function public.list_sessions() from public, anon;
grant execute on function private.list_sessions(), public.list_sessions() to authenticated;
