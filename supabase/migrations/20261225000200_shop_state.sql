-- The state of the shop: what its processes report of themselves, which problems follow, and whom they are told.

create table private.instances (
  name text primary key,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  database_ms real not null,
  disk_free_bytes bigint not null,
  disk_total_bytes bigint not null,
  backed_up_at timestamptz,
  tasks jsonb not null
);
comment on table private.instances is
  'The processes of the shop, each as it last reported itself. One that stops in order deletes its row.';
comment on column private.instances.name is 'The machine and the port.';
comment on column private.instances.database_ms is 'How long the database took to answer it, in milliseconds.';
comment on column private.instances.disk_free_bytes is 'Of the disk of its data directory.';
comment on column private.instances.backed_up_at is 'When the last backup was completed of which its data directory knows.';
comment on column private.instances.tasks is 'Its periodic work: [{name, intervalSeconds, endedAt, error}]; endedAt is null before the first round.';

create table private.shop_problems (
  kind text primary key constraint shop_problems_kind_known check (
    kind in ('backup', 'database', 'disk', 'instances', 'mails_failed', 'mails_waiting', 'tasks')
  ),
  detail jsonb not null,
  began_at timestamptz not null default now(),
  told_at timestamptz
);
comment on table private.shop_problems is 'What is wrong at the moment, and since when the owner knows by mail.';

create function private.find_shop_problems() returns table (kind text, detail jsonb)
language sql stable set search_path = '' as $$
  with running as (
    select * from private.instances i where i.seen_at > now() - interval '2 minutes'
  )
  select 'backup', jsonb_build_object('since', b.last)
  from (select max(i.backed_up_at) as last from private.instances i) b
  where b.last < now() - interval '2 days'
    or b.last is null and exists (select from running)
      and exists (select from public.admin_users a where a.created_at < now() - interval '1 day')
  union all
  select 'disk', jsonb_build_object('instance', d.name, 'free', d.disk_free_bytes, 'total', d.disk_total_bytes)
  from (select * from running r order by r.disk_free_bytes limit 1) d
  where d.disk_free_bytes < least(d.disk_total_bytes / 10, 5::bigint * 1024 * 1024 * 1024)
    or d.disk_free_bytes < 1024 * 1024 * 1024
  union all
  select 'database', jsonb_build_object('ms', round(max(r.database_ms)))
  from running r having min(r.database_ms) > 300
  union all
  select 'instances', jsonb_build_object('names', jsonb_agg(i.name order by i.name))
  from private.instances i
  where i.seen_at <= now() - interval '2 minutes' and i.seen_at > now() - interval '1 hour'
  having count(*) > 0
  union all
  select 'mails_waiting', jsonb_build_object('count', count(*), 'since', min(m.created_at))
  from public.mails m
  where m.sent_at is null and m.failed_at is null
  having min(m.created_at) < now() - interval '15 minutes'
  union all
  select 'mails_failed', jsonb_build_object('count', count(*))
  from public.mails m
  where m.failed_at > now() - interval '1 day'
  having count(*) >= 10
  union all
  select 'tasks', jsonb_build_object('names', jsonb_agg(distinct t ->> 'name'))
  from running r cross join jsonb_array_elements(r.tasks) t
  where t ->> 'error' is not null
    or (t ->> 'endedAt')::timestamptz
      < now() - make_interval(secs => 3 * (t ->> 'intervalSeconds')::float8 + 600)
  having count(*) > 0
$$;
comment on function private.find_shop_problems() is
  'What is wrong with the shop now, one row a kind: no backup for two days, less than a tenth (or 5 GiB) of a disk free, answers of the database above 300 ms, a process that is silent for two minutes (forgotten after an hour), mails that wait for 15 minutes, ten that failed in a day, periodic work that fails or does not end.';

create function private.tell_shop_problems() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Each process calls it; one at a time is enough.
  if not pg_try_advisory_xact_lock(hashtext('private.tell_shop_problems')) then
    return;
  end if;
  delete from private.instances i where i.seen_at < now() - interval '1 day';
  insert into private.shop_problems as p (kind, detail)
  select f.kind, f.detail from private.find_shop_problems() f
  on conflict (kind) do update set detail = excluded.detail where p.detail <> excluded.detail;
  with over as (
    delete from private.shop_problems p
    where not exists (select from private.find_shop_problems() f where f.kind = p.kind)
    returning p.*
  ),
  begun as (
    update private.shop_problems p set told_at = now()
    where p.told_at is null and p.began_at <= now() - interval '10 minutes'
      and exists (select from private.find_shop_problems() f where f.kind = p.kind)
    returning p.*
  ),
  told as (
    select o.kind, o.detail, true as is_over from over o where o.told_at is not null
    union all
    select b.kind, b.detail, false from begun b
  )
  insert into public.mails (subject_id, kind, recipient, payload)
  select gen_random_uuid(), 'shop_problem', s.email,
    jsonb_build_object('problem', t.kind, 'detail', t.detail, 'isOver', t.is_over)
  from told t cross join public.shop_settings s
  where s.email <> '';
  if found then
    perform pg_notify('mails', '');
  end if;
end
$$;
comment on function private.tell_shop_problems() is
  'Keeps the list of problems, and queues a mail to the shop''s address for each that has lasted ten minutes, and when it is over. Called by jobs/shop-state.ts every minute.';

create function private.get_shop_state() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'checked_at', now(),
    'problems', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', f.kind, 'detail', f.detail, 'began_at', coalesce(p.began_at, now())
      ) order by f.kind), '[]')
      from private.find_shop_problems() f left join private.shop_problems p using (kind)
    ),
    'instances', (
      select coalesce(jsonb_agg(to_jsonb(i) order by i.name), '[]') from private.instances i
      where i.seen_at > now() - interval '1 hour'
    ),
    'backed_up_at', (select max(i.backed_up_at) from private.instances i),
    'mails', (
      select jsonb_build_object('waiting', count(*), 'since', min(m.created_at)) from public.mails m
      where m.sent_at is null and m.failed_at is null
    ),
    'mails_failed', (select count(*) from public.mails m where m.failed_at > now() - interval '1 day'),
    'database', jsonb_build_object(
      'version', current_setting('server_version'),
      'bytes', pg_database_size(current_database()),
      'connections', (select count(*) from pg_stat_activity a where a.datname = current_database()),
      'max_connections', current_setting('max_connections')::integer
    )
  )
  where (select private.has_right('settings.write'))
$$;
create function public.get_shop_state() returns jsonb
language sql stable set search_path = '' as $$ select private.get_shop_state() $$;
comment on function public.get_shop_state() is
  'What is wrong with the shop, its processes, backup, mails and database; null for others than administrators.';

do $$
begin
  execute (
    select format(
      'alter domain public.mail_kind drop constraint mail_kind_known;
       alter domain public.mail_kind add constraint mail_kind_known check (value in (%s, ''shop_problem''))',
      string_agg(quote_literal(m.kind[1]), ', ' order by m.position)
    )
    from pg_constraint c
    cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as m (kind, position)
    where c.conname = 'mail_kind_known'
  );
end
$$;

-- Privileges -------------------------------------------------------------------------------------------------------

alter table private.instances enable row level security;
create policy "Nobody reads the processes directly" on private.instances for select to authenticated using (false);
alter table private.shop_problems enable row level security;
create policy "Nobody reads the problems directly" on private.shop_problems for select to authenticated using (false);
revoke all on private.instances, private.shop_problems from anon, authenticated, service_role;
revoke all on function private.find_shop_problems(), private.tell_shop_problems(), private.get_shop_state() from public;
grant execute on function private.get_shop_state() to authenticated, service_role;
revoke all on function public.get_shop_state() from public, anon;
grant execute on function public.get_shop_state() to authenticated, service_role;
