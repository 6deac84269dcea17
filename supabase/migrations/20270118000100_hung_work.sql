-- Periodic work whose first round never ends is told, too: it was compared with a time that it did not have.

create or replace function private.find_shop_problems()
returns table (kind text, detail jsonb)
language sql
stable
set search_path = ''
as $$
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
    or coalesce((t ->> 'endedAt')::timestamptz, r.started_at)
      < now() - make_interval(secs => 3 * (t ->> 'intervalSeconds')::float8 + 600)
  having count(*) > 0
  union all
  select 'certificate', jsonb_build_object('until', min(r.certificate_ends_at))
  from running r
  having min(r.certificate_ends_at) < now() + interval '10 days'
$$;
