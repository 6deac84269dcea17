-- The best sellers of a past period without adding up all that was sold in it (docs/decisions/0119-monthly-rankings.md).

create table private.monthly_rankings (
  month date not null,
  product_id uuid not null,
  pieces bigint not null,
  constraint monthly_rankings_pkey primary key (month, product_id)
);
comment on table private.monthly_rankings is 'For the first day of each month the 200 products with the most ranked_pieces in daily_product_sales; fewer when fewer were sold.';
alter table private.monthly_rankings enable row level security;
create policy "Nobody reads the rankings directly" on private.monthly_rankings for select to authenticated using (false);

CREATE OR REPLACE FUNCTION private.rank_monthly_sales()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.monthly_rankings;
  insert into private.monthly_rankings (month, product_id, pieces)
  select r.month, r.product_id, r.pieces
  from (
    select date_trunc('month', s.day::timestamp)::date as month, s.product_id, sum(s.ranked_pieces)::bigint as pieces,
      row_number() over (partition by date_trunc('month', s.day::timestamp) order by sum(s.ranked_pieces) desc, s.product_id) as rank
    from private.daily_product_sales s
    where s.ranked_pieces > 0
    group by 1, 2, date_trunc('month', s.day::timestamp)
  ) r
  where r.rank <= 200;
$function$;
comment on function private.rank_monthly_sales() is 'Ranks the products of each month by what product_rankings contains of them.';
revoke execute on function private.rank_monthly_sales() from public;
revoke all on private.monthly_rankings from anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.rank_product_sales(last_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
declare
  oldest constant date := last_day - 366;
begin
  delete from private.daily_product_sales where day < oldest or (day <= last_day and pieces = 0);
  delete from private.product_rankings;
  -- A product's pieces from a day on, for each day on which it was sold, newest first: the 200 best of each day.
  insert into private.product_rankings (first_day, product_id, pieces, amount)
  select r.day, r.product_id, r.pieces, r.amount
  from (
    select t.*, row_number() over (partition by t.day order by t.pieces desc, t.amount desc, t.product_id) as rank
    from (
      select s.product_id, s.day, sum(s.pieces) over newest as pieces, sum(s.amount) over newest as amount
      from private.daily_product_sales s
      where s.day <= last_day
      window newest as (partition by s.product_id order by s.day desc)
    ) t
  ) r
  where r.rank <= 200;
  -- A product that was not sold on the first day of a period has sold as much as in the period that starts a day
  -- later.
  for days in reverse last_day - oldest - 1 .. 0 loop
    insert into private.product_rankings (first_day, product_id, pieces, amount)
    select oldest + days, r.product_id, r.pieces, r.amount
    from private.product_rankings r
    where r.first_day = oldest + days + 1
    on conflict do nothing;
    delete from private.product_rankings r
    where r.first_day = oldest + days and r.product_id in (
      select worse.product_id from private.product_rankings worse
      where worse.first_day = oldest + days
      order by worse.pieces desc, worse.amount desc, worse.product_id
      offset 200
    );
  end loop;
  update private.daily_product_sales set ranked_pieces = pieces, ranked_amount = amount
  where day <= last_day and (pieces <> ranked_pieces or amount <> ranked_amount);
  perform private.rank_monthly_sales();
  update private.sales_days_state set ranked_through = last_day;
end
$function$;

CREATE OR REPLACE FUNCTION private.clear_sales_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.sales_days_state;
  delete from private.daily_sales;
  delete from private.daily_product_sales;
  delete from private.product_rankings;
  delete from private.monthly_rankings;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_best_sellers_between(first_day date, last_day date, top integer)
 RETURNS TABLE(product_id uuid, name text, image text, pieces integer, amount bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
AS $function$
#variable_conflict use_column
declare
  shown constant integer := least(greatest(top, 1), 100);
  closed_until constant timestamptz := (select s.closed_until from private.sales_days_state s);
  changed constant date[] := array(
    select distinct c.day from private.changed_sales_days c
    where c.day between first_day and last_day and private.get_day_start(c.day) < closed_until
  );
begin
  if not private.is_admin() then
    return;
  end if;
  return query
  -- What the rankings do not contain, by product, as in list_best_sellers.
  with recent as materialized (
    select r.product_id, sum(r.pieces)::bigint as pieces, sum(r.amount)::bigint as amount
    from (
      select s.product_id, s.pieces - s.ranked_pieces as pieces, s.amount - s.ranked_amount as amount
      from private.daily_product_sales s
      where (s.pieces <> s.ranked_pieces or s.amount <> s.ranked_amount)
        and s.day between first_day and last_day and s.day <> all (changed)
      union all
      select s.product_id, -s.ranked_pieces, -s.ranked_amount
      from private.daily_product_sales s where s.day = any (changed)
      union all
      select s.product_id, s.pieces, s.amount
      from unnest(changed) c (day), private.count_product_sales(
        private.get_day_start(c.day), least(private.get_day_start(c.day + 1), closed_until)
      ) s
      union all
      select s.product_id, s.pieces, s.amount
      from private.count_product_sales(
        greatest(private.get_day_start(first_day), closed_until), private.get_day_start(last_day + 1)
      ) s
    ) r
    group by r.product_id
  ),
  ranking as materialized (
    select r.* from private.monthly_rankings r
    where r.month between date_trunc('month', first_day::timestamp)::date and last_day
  ),
  -- Of a month, even of a part of it, no product that a full ranking leaves out has sold more than its last.
  most_of_others as materialized (
    select r.month, case when count(*) = 200 then min(r.pieces) else 0 end as pieces from ranking r group by r.month
  ),
  others as materialized (
    select coalesce(sum(m.pieces), 0) as pieces from most_of_others m
  ),
  -- And none that is ranked, or was sold since, more than this.
  limits as materialized (
    select b.product_id, o.pieces + sum(b.pieces) as pieces
    from (
      select r.product_id, r.pieces - m.pieces as pieces from ranking r join most_of_others m on m.month = r.month
      union all
      select n.product_id, n.pieces from recent n
    ) b, others o
    group by b.product_id, o.pieces
  ),
  likely as materialized (
    select l.product_id from limits l order by l.pieces desc, l.product_id limit 2 * shown
  ),
  likely_sold as materialized (
    select l.product_id, s.pieces, s.amount
    from likely l
    cross join lateral (
      select coalesce(sum(s.ranked_pieces), 0)::bigint + coalesce(max(n.pieces), 0) as pieces,
        coalesce(sum(s.ranked_amount), 0)::bigint + coalesce(max(n.amount), 0) as amount
      from (select) one
      left join private.daily_product_sales s on s.product_id = l.product_id and s.day between first_day and last_day
      left join recent n on n.product_id = l.product_id
    ) s
    where exists (select from public.products p where p.id = l.product_id)
  ),
  -- The pieces that are enough for a place.
  place as materialized (
    select s.pieces from likely_sold s order by s.pieces desc offset shown - 1 limit 1
  ),
  best as materialized (
    select b.product_id, p.name::text, p.image::text, b.pieces, b.amount
    from (
      select s.* from likely_sold s
      union all
      select l.product_id, s.pieces, s.amount
      from limits l
      cross join lateral (
        select coalesce(sum(s.ranked_pieces), 0)::bigint + coalesce(max(n.pieces), 0) as pieces,
          coalesce(sum(s.ranked_amount), 0)::bigint + coalesce(max(n.amount), 0) as amount
        from (select) one
        left join private.daily_product_sales s on s.product_id = l.product_id and s.day between first_day and last_day
        left join recent n on n.product_id = l.product_id
      ) s
      where l.pieces >= coalesce((select e.pieces from place e), 0)
        and l.product_id not in (select k.product_id from likely k)
    ) b
    join public.products p on p.id = b.product_id
    where b.pieces > 0
    order by b.pieces desc, b.amount desc, p.name
    limit shown
  )
  select b.product_id, b.name, b.image, b.pieces::integer, b.amount
  from best b, others o
  where o.pieces = 0 or (select count(*) = shown and min(w.pieces) > o.pieces from best w)
  order by b.pieces desc, b.amount desc, b.name;
  if found then
    return;
  end if;
  -- Too many products sold about as much: all that was sold is summed.
  return query
  select b.product_id, b.name, b.image, b.pieces::integer, b.amount::bigint
  from (
    -- In this order, so that no more products are read than are shown, but for those that sold as much as the last.
    select s.*, p.name::text, p.image::text
    from (
      select s.product_id, sum(s.pieces) as pieces, sum(s.amount) as amount
      from (
        select s.product_id, s.pieces, s.amount from private.daily_product_sales s
        where s.day between first_day and last_day and s.day <> all (changed)
        union all
        select s.product_id, s.pieces, s.amount
        from unnest(changed) c (day), private.count_product_sales(
          private.get_day_start(c.day), least(private.get_day_start(c.day + 1), closed_until)
        ) s
        union all
        select s.product_id, s.pieces, s.amount
        from private.count_product_sales(
          greatest(private.get_day_start(first_day), closed_until), private.get_day_start(last_day + 1)
        ) s
      ) s
      group by s.product_id having sum(s.pieces) > 0
      order by sum(s.pieces) desc, sum(s.amount) desc
    ) s
    cross join lateral (select p.name, p.image from public.products p where p.id = s.product_id offset 0) p
    order by s.pieces desc, s.amount desc
    fetch first (shown) rows with ties
  ) b
  order by b.pieces desc, b.amount desc, b.name
  limit shown;
end
$function$;
comment on function private.list_best_sellers_between(date,date,integer) is 'The products that sold most pieces in a period, at most 100: from the rankings of its months, the sums of the days of those that may be among them, and what was sold since. No rows for anyone but administrators.';

select private.rank_monthly_sales();
