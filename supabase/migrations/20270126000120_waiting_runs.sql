-- A run that did not leave, or was not closed, on its day is in the list of today: its orders are in no other list, no other run
-- takes them, and nobody looks at former days.

create index runs_open_idx on public.runs (day, name, id) where state <> 'closed';

drop function public.list_runs(date, integer);
drop function private.list_runs(date, integer);
create function private.list_runs(of_day date, page integer)
 RETURNS TABLE(id uuid, day date, name text, state text, courier_id uuid, courier_name text, proof text, updated_at timestamp with time zone, out_at timestamp with time zone, closed_at timestamp with time zone, stops integer, open_stops integer, conflicts integer, weight_grams bigint, due_amount bigint, total bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 25
 SET search_path TO ''
AS $function$
  select r.id, r.day, r.name::text, r.state, r.courier_id, r.courier_name, r.proof::text, r.updated_at, r.out_at, r.closed_at,
    s.stops, s.open_stops, s.conflicts, s.weight_grams, s.due_amount, r.total
  from (
    select d.*, count(*) over () as total
    from (
      select * from public.runs r where r.day = of_day
      union all
      -- Their orders wait: no other run takes them.
      select * from public.runs r where r.state <> 'closed' and r.day < of_day and of_day = private.get_today()
    ) d
    where (select private.has_right('orders.read'))
    order by d.day, d.name, d.id
    limit 25 offset 25 * (greatest(page, 1) - 1)::bigint
  ) r
  cross join lateral (
    select count(*)::integer as stops, (count(*) filter (where s.is_open))::integer as open_stops,
      (count(*) filter (where exists (
        select from public.order_events e
        where e.order_id = o.id and e.conflict is not null and e.actor_id = r.courier_id and e.recorded_at >= r.out_at
          and private.get_open_conflict(e) is not null
      )))::integer as conflicts,
      coalesce(sum(o.weight_grams), 0)::bigint as weight_grams,
      coalesce(sum(greatest(private.get_due_amount(o) - o.paid_amount, 0)) filter (where s.is_open), 0)::bigint
        as due_amount
    from public.run_stops s join public.orders o on o.id = s.order_id
    where s.run_id = r.id
  ) s
  order by r.day, r.name, r.id
$function$;;
revoke all on function private.list_runs(date, integer) from public;
grant execute on function private.list_runs(date, integer) to authenticated, service_role;

create function public.list_runs(of_day date, page integer DEFAULT 1)
 RETURNS TABLE(id uuid, day date, name text, state text, courier_id uuid, courier_name text, proof text, updated_at timestamp with time zone, out_at timestamp with time zone, closed_at timestamp with time zone, stops integer, open_stops integer, conflicts integer, weight_grams bigint, due_amount bigint, total bigint)
 LANGUAGE sql
 STABLE ROWS 25
 SET search_path TO ''
AS $function$
  select * from private.list_runs(of_day, page)
$function$;;
comment on function public.list_runs(date, integer) is
  'The runs of a day by name, 25 a page; before them, today, those of former days that are not closed. total is their number. The amount is what is still to be collected, the conflicts are those of the courier''s outcomes. No rows without the right orders.read.';
revoke all on function public.list_runs(date, integer) from public, anon;
grant execute on function public.list_runs(date, integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_stop_problem(of_run uuid, on_day date, ids uuid[])
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.problem
  from (
    select i.position, case
      when o.id is null then 'Une commande de cette tournée n''existe plus'
      when o.pickup_point_name is not null then format('La commande %s est retirée en magasin', o.number)
      when o.stage <> 'prepared' then format('La commande %s %s', o.number, case o.stage
        when 'on_road' then 'est déjà en route' when 'delivered' then 'est déjà livrée'
        when 'cancelled' then 'est annulée' when 'refused' then 'est refusée' else 'n''est pas encore préparée' end)
      when o.delivery_day > on_day
        then format('La commande %s est à livrer le %s', o.number, to_char(o.delivery_day, 'DD/MM/YYYY'))
      when other.name is not null
        then format('La commande %s est déjà dans la tournée « %s » du %s', o.number, other.name, to_char(other.day, 'DD/MM/YYYY'))
    end as problem
    from unnest(ids) with ordinality as i (id, position)
    left join public.orders o on o.id = i.id
    left join lateral (
      select r.name, r.day from public.run_stops s join public.runs r on r.id = s.run_id
      where s.order_id = o.id and s.is_open and s.run_id <> of_run
    ) other on true
  ) p
  where p.problem is not null
  order by p.position limit 1
$function$;;
