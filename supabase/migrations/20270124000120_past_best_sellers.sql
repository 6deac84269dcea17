-- The best sellers of days in the past joined every product that was sold to its name, before the first ten were chosen.
CREATE OR REPLACE FUNCTION private.list_best_sellers_between(first_day date, last_day date, top integer)
 RETURNS TABLE(product_id uuid, name text, image text, pieces integer, amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  with state as materialized (
    select (select s.closed_until from private.sales_days_state s) as closed_until
    where (select private.is_admin())
  ),
  changed as materialized (
    select distinct c.day from private.changed_sales_days c, state
    where c.day between first_day and last_day and private.get_day_start(c.day) < state.closed_until
  ),
  sold as (
    select s.product_id, s.pieces, s.amount
    from private.daily_product_sales s, state
    where s.day between first_day and last_day and s.day not in (select c.day from changed c)
    union all
    select s.product_id, s.pieces, s.amount
    from changed c, state, private.count_product_sales(
      private.get_day_start(c.day), least(private.get_day_start(c.day + 1), state.closed_until)
    ) s
    union all
    select s.product_id, s.pieces, s.amount
    from state, private.count_product_sales(
      greatest(private.get_day_start(first_day), state.closed_until), private.get_day_start(last_day + 1)
    ) s
  )
  select b.product_id, b.name, b.image, b.pieces::integer, b.amount::bigint
  from (
    -- In this order, so that no more products are read than are shown, but for those that sold as much as the last.
    select s.*, p.name::text, p.image::text
    from (
      select s.product_id, sum(s.pieces) as pieces, sum(s.amount) as amount from sold s
      group by s.product_id having sum(s.pieces) > 0
      order by sum(s.pieces) desc, sum(s.amount) desc
    ) s
    cross join lateral (select p.name, p.image from public.products p where p.id = s.product_id offset 0) p
    order by s.pieces desc, s.amount desc
    fetch first (least(greatest(top, 1), 100)) rows with ties
  ) b
  order by b.pieces desc, b.amount desc, b.name
  limit least(greatest(top, 1), 100)
$function$;
