-- What an order costs beside place_order, and some queries of the desk. See docs/decisions/0069-returns-told-and-cost-of-conditions.md.

-- Conditions --------------------------------------------------------------------------------------------------------

-- Postgres keeps a condition of a table as text and reads it anew in each statement that writes a row; the call of a
-- function is a short text, and what it calls stays compiled in the session.
create function private.fits_status(stage text, status text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case stage
    when 'to_confirm' then status = 'pending'
    when 'confirmed' then status = 'pending'
    when 'prepared' then status = 'processing'
    when 'on_road' then status = 'processing'
    when 'delivered' then status in ('processing', 'completed')
    else status = 'cancelled'
  end;
end
$$;
comment on function private.fits_status(text, text) is
  'Whether an order in this stage can have this status; cancelled and refused orders are cancelled.';
alter table public.orders
  drop constraint orders_stage_fits_status,
  add constraint orders_stage_fits_status check (private.fits_status(stage, status));

create function private.fits_content(unit text, content_size numeric, content_unit text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case
    when content_unit is null then content_size is null
    else content_size is not null and unit in ('piece', 'bag', 'roll', 'box')
      and content_unit in ('piece', 'metre', 'square_metre', 'cubic_metre', 'kilogram', 'litre')
  end;
end
$$;
comment on function private.fits_content(text, numeric, text) is
  'Whether a product sold in this unit can hold this much of that unit: packets and pieces do.';
create function private.fits_unit(unit text, step_size numeric) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return step_size = 1 or unit in ('metre', 'square_metre', 'cubic_metre', 'kilogram', 'litre');
end
$$;
comment on function private.fits_unit(text, numeric) is 'Whether one step can be this much of the unit: a piece is a whole one.';
alter table public.products
  drop constraint products_content_check,
  drop constraint products_step_size_check,
  add constraint products_content_check check (private.fits_content(unit, content_size, content_unit)),
  add constraint products_step_size_check check (private.fits_unit(unit, step_size));

-- The desk -----------------------------------------------------------------------------------------------------------

-- One index serves the queue of deliveries of a zone and the planning of runs, which is by day too.
drop index public.orders_to_plan_idx;
create or replace function private.list_orders_to_plan(of_day date, zone text, after jsonb)
returns table (
  id uuid, number text, customer_name text, customer_phone text, zone_name text, address jsonb, delivery_day date,
  delivery_half text, items_count integer, weight_grams integer, due_amount integer, place jsonb
)
language plpgsql stable security definer rows 50 set search_path = '' as $$
declare
  after_zone text := coalesce(zone, '');
  after_day date := '-infinity';
  after_at timestamptz := '-infinity';
  after_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  perform private.require_right('runs.plan');
  begin
    after_zone := coalesce(after ->> 0, after_zone);
    after_day := coalesce((after ->> 1)::date, after_day);
    after_at := coalesce((after ->> 2)::timestamptz, after_at);
    after_id := coalesce((after ->> 3)::uuid, after_id);
  exception when data_exception then
    raise exception using errcode = 'YA010', message = 'Cette suite de la liste n''existe pas';
  end;
  return query
    select o.id, o.number, o.customer_name, o.customer_phone, o.zone_name,
      o.shipping_address - 'phone' - 'postalCode', o.delivery_day, o.delivery_half::text, o.items_count,
      o.weight_grams, greatest(private.get_due_amount(o) - o.paid_amount, 0),
      jsonb_build_array(coalesce(o.zone_name, ''), o.due_day, o.created_at, o.id)
    from public.orders o
    where o.stage = 'prepared' and o.pickup_point_name is null
      and (coalesce(o.zone_name, ''), o.due_day, o.created_at, o.id) > (after_zone, after_day, after_at, after_id)
      and (list_orders_to_plan.zone is null or coalesce(o.zone_name, '') = list_orders_to_plan.zone)
      and (o.delivery_day is null or o.delivery_day <= of_day)
      and not exists (select from public.run_stops s where s.order_id = o.id and s.is_open)
    order by coalesce(o.zone_name, ''), o.due_day, o.created_at, o.id
    limit 50;
end
$$;

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('order_lookups', 'everyone', 'order', 40, 3600, 'Recherches d''une commande par son numéro, pour une commande')
on conflict do nothing;
create or replace function private.find_order(number text, phone text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  phone_key constant text := private.get_phone_key(find_order.phone);
  digits constant text := regexp_replace(upper(left(find_order.number, 100)), '^\s*(ORD)?[-\s]*|\s+', '', 'g');
begin
  perform private.take_visitor_limits('order_lookups');
  -- A number is guessed from many networks, too.
  perform private.take_limit('order_lookups', 'everyone', 'phone', phone_key);
  -- So is the telephone of an order whose number is known.
  perform private.take_limit('order_lookups', 'everyone', 'order', left(digits, 20));
  return (
    select private.get_tracking_token(o) from public.orders o
    where o.number = 'ORD-' || digits and char_length(phone_key) = 8
      and private.get_phone_key(o.customer_phone) = phone_key
  );
end
$$;

create or replace function private.find_tracking_token(of_order uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.get_tracking_token(o) from public.orders o
  where o.id = of_order
    and (
      o.user_id = auth.uid() and not private.lacks_second_factor()
      or private.has_right('orders.read')
      -- A courier is done with an order a day after the run was closed.
      or exists (
        select from public.runs r
        where r.id = private.find_own_run(o.id) and coalesce(r.closed_at > now() - interval '1 day', true)
      )
    )
$$;


revoke execute on all functions in schema private from public;
-- Whoever writes a row calls its conditions.
grant execute on function
  private.fits_status(text, text), private.fits_content(text, numeric, text), private.fits_unit(text, numeric)
  to authenticated, service_role;
