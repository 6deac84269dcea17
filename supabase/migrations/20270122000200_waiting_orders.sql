-- What waits for somebody else: prepared orders for their customers, and what the end of retention has to wait for.
-- The fingerprint of an order belongs to its sending. Couriers of one name have lines of their own.

-- Late orders -------------------------------------------------------------------------------------------------

create index orders_prepared_to_deliver_idx on public.orders (due_day, coalesce(zone_name, ''), created_at, id)
  where stage = 'prepared' and pickup_point_name is null;

CREATE OR REPLACE FUNCTION private.is_late(of_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- The shop has done its part where a prepared order waits for its customer at a pick-up point, and where a carrier has the
  -- parcel: that is listed with what the carriers owe.
  select of_order.due_day < private.get_today()
    and (of_order.stage <> 'prepared' or of_order.pickup_point_name is null)
    and (of_order.stage <> 'on_road' or not exists (
      select from public.carrier_parcels p where p.order_id = of_order.id and p.settled_at is null
    )) and (of_order.delivery_day is not null or not exists (
    select from public.delivery_zones z
    where z.id = of_order.zone_id and of_order.created_at > private.get_late_limit(z.delay_hours, z.days)
  ))
$function$;

CREATE OR REPLACE FUNCTION private.list_queued(queue public.order_queue, zone text, day date, after jsonb, length integer)
 RETURNS TABLE(order_id uuid, place jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  stages constant text[] := private.get_queue_stages(queue);
  zero constant uuid := '00000000-0000-0000-0000-000000000000';
  last_day constant date := case when queue = 'late' then private.get_today() - 1 else coalesce(day, 'infinity') end;
  after_at timestamptz := '-infinity';
  after_day date := coalesce(day, '-infinity');
  after_zone text := '';
  after_id uuid := zero;
  -- Of the late ones: what a zone delivers later is not late.
  zones uuid[];
  limits timestamptz[];
begin
  if queue = 'late' then
    select array_agg(z.id), array_agg(private.get_late_limit(z.delay_hours, z.days)) into zones, limits
    from public.delivery_zones z;
  end if;
  begin
    if queue in ('confirm', 'collect') then
      after_at := coalesce((after ->> 0)::timestamptz, after_at);
      after_id := coalesce((after ->> 1)::uuid, after_id);
    else
      after_day := greatest(coalesce((after ->> 0)::date, after_day), after_day);
      after_zone := coalesce(after ->> 1, after_zone);
      after_at := coalesce((after ->> 2)::timestamptz, after_at);
      after_id := coalesce((after ->> 3)::uuid, after_id);
    end if;
  exception when data_exception then
    raise exception using errcode = 'YA010', message = 'Cette suite de la file n''existe pas';
  end;
  -- Each is the order of an index, with the index's own predicate.
  if queue = 'confirm' then
    return query
      select o.id, private.get_queue_place(o, queue)
      from public.orders o
      where o.stage = 'to_confirm' and (coalesce(o.next_call_at, o.created_at), o.id) > (after_at, after_id)
      order by coalesce(o.next_call_at, o.created_at), o.id limit length;
  elsif queue = 'collect' then
    return query
      select o.id, private.get_queue_place(o, queue)
      from public.orders o
      where o.stage = 'delivered' and o.status = 'processing' and (o.created_at, o.id) > (after_at, after_id)
      order by o.created_at, o.id limit length;
  elsif queue = 'deliver' and zone is not null then
    return query
      select o.id, private.get_queue_place(o, queue)
      from public.orders o
      where o.stage = 'prepared' and coalesce(o.zone_name, '') = zone
        and (o.due_day, o.created_at, o.id) > (after_day, after_at, after_id) and o.due_day <= last_day
      order by o.due_day, o.created_at, o.id limit length;
  else
    return query
      select head.id, head.place
      from unnest(stages) as of_stage
      cross join lateral (
        (
          select o.id, o.due_day, coalesce(o.zone_name, '') as zone, o.created_at,
            private.get_queue_place(o, queue) as place
          from public.orders o
          where (of_stage, queue) <> ('prepared', 'late') and o.stage = of_stage
            and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road')
            and ((of_stage, queue) <> ('on_road', 'late') or not exists (
              select from public.carrier_parcels p where p.order_id = o.id and p.settled_at is null
            ))
            and (o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id) > (after_day, after_zone, after_at, after_id)
            and o.due_day <= last_day
            and (o.delivery_day is not null or coalesce(o.created_at <= limits[array_position(zones, o.zone_id)], true))
          order by o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id limit length
        )
        union all
        -- What waits at a pick-up point for its customer is not late.
        (
          select o.id, o.due_day, coalesce(o.zone_name, '') as zone, o.created_at,
            private.get_queue_place(o, queue) as place
          from public.orders o
          where (of_stage, queue) = ('prepared', 'late') and o.stage = 'prepared' and o.pickup_point_name is null
            and (o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id) > (after_day, after_zone, after_at, after_id)
            and o.due_day <= last_day
            and (o.delivery_day is not null or coalesce(o.created_at <= limits[array_position(zones, o.zone_id)], true))
          order by o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id limit length
        )
      ) head
      order by head.due_day, head.zone, head.created_at, head.id limit length;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.desk_counts()
 RETURNS TABLE(confirm integer, prepare integer, deliver integer, late integer, collect integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  -- Up to 1,000 each, which is shown as «999+»: no index is read further.
  with zones as materialized (
    select z.id, private.get_late_limit(z.delay_hours, z.days) as late_limit from public.delivery_zones z
  )
  select
    (select count(*)::integer from (
      select from public.orders o
      where o.stage = 'to_confirm' and coalesce(o.next_call_at, o.created_at) <= now() limit 1000
    ) queued),
    (select count(*)::integer from (
      select from public.orders o
      where o.stage = 'confirmed' and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road') limit 1000
    ) queued),
    (select count(*)::integer from (select from public.orders o where o.stage = 'prepared' limit 1000) queued),
    (select count(*)::integer from (
      select from unnest(private.get_queue_stages('late')) as of_stage
      cross join lateral (
        (
          select from public.orders o
          where of_stage <> 'prepared' and o.stage = of_stage
            and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road')
            and (of_stage <> 'on_road' or not exists (
              select from public.carrier_parcels p where p.order_id = o.id and p.settled_at is null
            ))
            and o.due_day < private.get_today()
            and (o.delivery_day is not null or coalesce(o.created_at <= (
              select z.late_limit from zones z where z.id = o.zone_id
            ), true))
          limit 1000
        )
        union all
        (
          select from public.orders o
          where of_stage = 'prepared' and o.stage = 'prepared' and o.pickup_point_name is null
            and o.due_day < private.get_today()
            and (o.delivery_day is not null or coalesce(o.created_at <= (
              select z.late_limit from zones z where z.id = o.zone_id
            ), true))
          limit 1000
        )
      ) found
      limit 1000
    ) queued),
    (select count(*)::integer from (
      select from public.orders o where o.stage = 'delivered' and o.status = 'processing' limit 1000
    ) queued)
  where (select private.has_right('orders.read'))
$function$;


-- Couriers of one name ----------------------------------------------------------------------------------------

create function private.get_courier_name(courier uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $function$
  select coalesce(
    (
      select a.name || case when e.earlier > 0 then format(' (%s)', e.earlier + 1) else '' end
      from public.admin_users a
      cross join lateral (
        select count(*) as earlier from public.admin_users b
        where lower(b.name) = lower(a.name) and (b.created_at, b.id) < (a.created_at, a.id)
      ) e
      where a.id = courier
    ),
    (
      select r.courier_name || case when exists (
        select from public.admin_users a where lower(a.name) = lower(r.courier_name)
      ) then ' (ancien)' else '' end
      from public.runs r where r.courier_id = courier order by r.day desc, r.id limit 1
    )
  )
$function$;
comment on function private.get_courier_name(uuid) is 'The name of a courier, also of one whose account is none of the team any more; with a number where others of the team had the name before.';
revoke execute on function private.get_courier_name(uuid) from public;

CREATE OR REPLACE FUNCTION private.list_named_balances(through date)
 RETURNS TABLE(account text, courier_id uuid, carrier_id uuid, name text, amount bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
begin
  return query
  select b.account, b.courier_id, b.carrier_id,
    coalesce(c.name::text, private.get_courier_name(b.courier_id)),
    b.amount
  from private.list_cash_balances(coalesce(through, 'infinity')) b left join public.carriers c on c.id = b.carrier_id
  where (select private.has_right('cash.read'))
  order by b.account, 4, b.courier_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.sum_cash_by_day(first_day date, last_day date)
 RETURNS TABLE(day date, collector text, zone text, orders bigint, cash bigint, mobile_money bigint, carrier bigint, refunded bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
begin
  perform private.require_right('cash.read');
  if not (isfinite(first_day) and isfinite(last_day)) or last_day - first_day between 0 and 366 is not true then
    raise exception using errcode = 'YA010', message = 'Un rapport porte sur une année au plus';
  end if;
  return query
  select s.book_day, coalesce(private.get_courier_name(s.courier_id), c.name::text), s.zone_name, s.orders,
    s.cash, s.mobile_money, s.carrier, s.refunded
  from (
    select
      m.book_day, r.courier_id, m.carrier_id, o.zone_name, count(distinct m.order_id) as orders,
      coalesce(sum(m.amount) filter (where m.to_account in ('drawer', 'courier') and m.reverses_id is null), 0)
        - coalesce(sum(m.amount) filter (where m.from_account in ('drawer', 'courier') and m.reverses_id is not null), 0) as cash,
      coalesce(sum(m.amount) filter (where m.to_account = 'mobile_money' and m.reverses_id is null), 0)
        - coalesce(sum(m.amount) filter (where m.from_account = 'mobile_money' and m.reverses_id is not null), 0)
        as mobile_money,
      coalesce(sum(m.amount) filter (where m.to_account = 'carrier'), 0) as carrier,
      coalesce(sum(m.amount) filter (
        where m.to_account = 'order' and m.from_account <> 'credit' and m.reverses_id is null
      ), 0) - coalesce(sum(m.amount) filter (where m.from_account = 'order' and m.reverses_id is not null), 0) as refunded
    from public.cash_movements m
    join public.orders o on o.id = m.order_id
    left join public.runs r on r.id = m.run_id
    where m.book_day between first_day and last_day
      and not ('{unrecorded,credit}' && array[m.from_account, m.to_account]::text[])
    group by 1, 2, 3, 4
  ) s
  left join public.carriers c on c.id = s.carrier_id
  order by 1 desc, 2 nulls first, 3 nulls first, s.courier_id, s.carrier_id;
end
$function$;


-- Retention ---------------------------------------------------------------------------------------------------

create function private.is_unsettled(of_order public.orders)
returns boolean
language sql
stable
security definer
set search_path = ''
as $function$
  select of_order.status in ('pending', 'processing')
    or of_order.paid_amount > private.get_due_amount(of_order)
    or exists (select from public.order_returns r where r.order_id = of_order.id and r.state in ('requested', 'accepted'))
$function$;
comment on function private.is_unsettled(public.orders) is 'Whether somebody has to do something for an order: its data are needed until then.';
revoke execute on function private.is_unsettled(public.orders) from public;

CREATE OR REPLACE FUNCTION private.list_open_orders_of(person private.person)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.number from public.orders o
  where o.id in (select private.list_orders_of(person)) and private.is_unsettled(o)
  order by o.created_at
$function$;

CREATE OR REPLACE FUNCTION private.apply_retention(max_rows integer DEFAULT 500)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept constant public.retention_settings := (select r from public.retention_settings r);
  -- Rows that were erased before carry no number.
  old_orders constant uuid[] := array(
    select o.id from public.orders o
    where o.created_at < now() - make_interval(years => kept.order_years)
      and o.status in ('completed', 'cancelled') and o.customer_phone <> '–'
      -- An old order may have been delivered yesterday.
      and not private.is_unsettled(o) and coalesce(private.get_return_deadline(o) < private.get_today(), true)
    order by o.created_at limit max_rows for update skip locked
  );
  counts jsonb := '{}';
  deleted integer;
begin
  perform private.erase_orders(old_orders);
  counts := counts || jsonb_build_object('orders', cardinality(old_orders));

  delete from public.messages where id in (
    select m.id from public.messages m where m.created_at < now() - make_interval(days => kept.message_days) limit max_rows
  );
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('messages', deleted);

  -- The service deletes their files, which no row names then.
  delete from public.quotes where id in (
    select q.id from public.quotes q where q.created_at < now() - make_interval(days => kept.quote_days) limit max_rows
  );
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('quotes', deleted);

  delete from public.order_drafts where id in (
    select d.id from public.order_drafts d where d.updated_at < now() - make_interval(days => kept.draft_days) limit max_rows
  );
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('drafts', deleted);

  -- One that still has to be sent is as old as its last attempt.
  delete from public.mails m using (
    select o.subject_id, o.kind from public.mails o
    where o.created_at < now() - make_interval(days => kept.mail_days)
      and (o.sent_at is not null or o.failed_at is not null)
    limit max_rows
  ) old
  where m.subject_id = old.subject_id and m.kind = old.kind;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('mails', deleted);

  delete from public.review_requests where id in (
    select r.id from public.review_requests r where r.created_at < now() - make_interval(days => kept.mail_days) limit max_rows
  );
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('review_requests', deleted);

  -- A request for one letter ends by itself after a year.
  delete from public.stock_alerts where id in (
    select a.id from public.stock_alerts a where a.created_at < now() - interval '1 year' limit max_rows
  );
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('alerts', deleted);

  perform set_config('yaare.erasing', 'true', true);
  delete from public.audit_log where id in (
    select l.id from public.audit_log l where l.at < now() - make_interval(days => kept.audit_days) order by l.at limit max_rows
  );
  get diagnostics deleted = row_count;
  perform set_config('yaare.erasing', '', true);
  counts := counts || jsonb_build_object('entries', deleted);

  counts := (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(counts) c where c.value <> '0');
  if counts <> '{}' then
    insert into public.audit_log (action, table_name, what, before)
    values ('delete', 'personal_data', 'Fin du délai de conservation', counts);
  end if;
  return exists (select from jsonb_each(counts) c where c.value = to_jsonb(max_rows));
end
$function$;


-- Orders that are sent again ----------------------------------------------------------------------------------

alter table public.orders add column sent_hash bigint;
comment on column public.orders.sent_hash is 'The fingerprint of what was sent, by which it is recognized when it is sent again, whatever the order has become; null for an order of before, which its id alone tells.';

drop function private.get_existing_order(public.orders,uuid[],integer[]);
create function private.get_existing_order(sent public.orders)
returns public.orders
language plpgsql
stable
security definer
set search_path = ''
as $function$
declare
  existing public.orders;
begin
  select * into existing from public.orders where id = sent.id;
  if existing.user_id is distinct from sent.user_id or existing.sent_hash <> sent.sent_hash then
    raise exception using errcode = 'YA004', message = 'Cette commande a déjà été envoyée avec un autre contenu';
  end if;
  return existing;
end
$function$;
comment on function private.get_existing_order(public.orders) is 'The stored order, for a request with its id that is the one that was sent; YA004 for any other content. No stock is taken: the primary key then rejects the row with 23505, or ON CONFLICT DO NOTHING skips it.';
revoke execute on function private.get_existing_order(public.orders) from public;

CREATE OR REPLACE FUNCTION private.place_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  by_service constant boolean := current_setting('role') not in ('anon', 'authenticated');
  -- Only place_staff_order can set the source: customers have no privilege for the column.
  by_staff constant boolean := not by_service and new.source <> 'web';
  -- An order that the service enters as already cancelled takes no stock.
  takes_stock boolean;
  -- What is sold at the counter may be taken along.
  is_taken_along constant boolean := new.source = 'counter' and new.pickup_point_id is null
    and coalesce(btrim(new.shipping_address ->> 'city'), '') = '';
  is_delivered constant boolean := new.pickup_point_id is null and not is_taken_along;
  draws_number constant boolean := new.number = '';
  digits integer := 6;
  sent_items constant jsonb := new.payment_info -> 'items';
  sent_ids text[];
  ids uuid[];
  quantities integer[];
  steps text[];
  -- A former day's order, or one that staff agreed on, may be smaller.
  checks_minimum constant boolean := not by_service and not by_staff;
  payment_method public.payment_method;
  sends_letter boolean;
  problem text;
  total bigint;
  context record;
  totals record;
  promo record;
  -- A function that is assigned costs less than one that is performed, which is a statement.
  ignored text;
begin
  if new.split_from_id is not null then
    -- split_order has computed it, and its stock is taken.
    if current_setting('yaare.split_order', true) is distinct from new.id::text then
      raise exception using errcode = 'YA005', message = 'Une commande se sépare par split_order';
    end if;
    return new;
  elsif by_service then
    takes_stock := new.status <> 'cancelled';
    if takes_stock <> (new.cancellation_reason is null) then
      raise exception using errcode = 'YA006', message = 'Une commande annulée a un motif, une autre n''en a pas';
    end if;
  else
    takes_stock := true;
    new.status := 'pending';
    if not by_staff then
      new.user_id := auth.uid();
    end if;
    -- The rows of one request are locked one by one: two orders in each of two requests could deadlock.
    if new.user_id is null and not by_staff or current_setting('yaare.placed_order', true) <> '' then
      raise exception using errcode = 'YA005', message = 'Une seule commande à la fois, par un client connecté';
    end if;
    ignored := set_config('yaare.placed_order', new.id::text, true);
  end if;
  new.updated_at := new.created_at;

  -- Normalization and validation -----------------------------------------------------------------------
  new.customer_name := btrim(new.customer_name);
  new.customer_phone := btrim(new.customer_phone);
  new.notes := nullif(btrim(new.notes), '');
  new.shipping_address := private.normalize_address(new.shipping_address, new.customer_phone);
  begin
    payment_method := new.payment_info ->> 'method';
  exception when check_violation then
    payment_method := null;
  end;
  problem := case
    when char_length(new.customer_name) > 200 then 'Le nom compte au plus 200 caractères'
    when char_length(new.customer_name) >= 2 is not true then 'Le nom est requis'
    when not by_service and private.contains_link(new.customer_name) then 'Un nom ne contient ni adresse ni lien'
    when char_length(new.customer_phone) between 8 and 40 is not true
      or char_length(new.shipping_address ->> 'phone') not between 8 and 40
      or not by_service and (
        new.customer_phone !~ '^[+( ]*([0-9][+() ./-]*){8,15}$' or new.shipping_address ->> 'phone' !~ '^[+( ]*([0-9][+() ./-]*){8,15}$'
      ) then 'Numéro de téléphone invalide'
    -- Who fetches the order needs no address.
    when char_length(new.shipping_address ->> 'address') > 500 then 'L''adresse compte au plus 500 caractères'
    when is_delivered and char_length(new.shipping_address ->> 'address') < 5 then 'Adresse requise'
    when char_length(new.shipping_address ->> 'city') > 120 then 'La ville compte au plus 120 caractères'
    when is_delivered and char_length(new.shipping_address ->> 'city') < 2 then 'Ville requise'
    when char_length(new.shipping_address ->> 'postalCode') > 20 then 'Code postal invalide'
    when char_length(new.notes) > 2000 then 'Les notes sont trop longues'
    when new.delivery_half is not null and new.delivery_day is null then 'Choisissez le jour de la livraison'
    when payment_method is null then 'Mode de paiement inconnu'
    when jsonb_typeof(sent_items) = 'array' is not true or sent_items = '[]' then 'Panier vide'
    when jsonb_array_length(sent_items) > 100 then 'Une commande compte au plus 100 articles'
  end;
  if problem is not null then
    raise exception using errcode = 'YA005', message = problem;
  end if;

  -- The arrays preserve the order of the lines. An id that is not a uuid becomes null here, and so does a
  -- quantity that is not a whole number of pieces. A regular expression for forbidden characters costs a
  -- tenth of translate(), or of a regular expression for the whole format.
  select
    array_agg(i.item ->> 'id'),
    array_agg(case
      when i.item ->> 'id' like '________-____-____-____-____________'
        and i.item ->> 'id' !~ '[^0-9a-fA-F-]' and i.item ->> 'id' not like '%-%-%-%-%-%'
        then (i.item ->> 'id')::uuid
    end),
    array_agg(case
      when translate(i.item ->> 'quantity', '0123456789', '') = '' and char_length(i.item ->> 'quantity') between 1 and 6
        then nullif((i.item ->> 'quantity')::integer, 0)
    end),
    array_agg(i.item ->> 'step')
  into sent_ids, ids, quantities, steps
  from jsonb_array_elements(sent_items) as i (item);
  if array_position(sent_ids, null) is not null or array_position(quantities, null) is not null then
    raise exception using errcode = 'YA005', message = 'Le contenu du panier est invalide';
  end if;

  -- Idempotency and order number -------------------------------------------------------------------------
  -- In place, because a function costs ten times as much.
  new.sent_hash := hash_record_extended(row(
    new.customer_name, new.customer_phone, new.shipping_address, new.notes, new.promo_code, new.total_amount,
    payment_method::text, new.delivery_day, new.delivery_half, new.pickup_point_id, ids, quantities
  ), 0);
  loop
    if draws_number then
      new.number := private.draw_order_number(digits);
    end if;
    -- From here on, only one transaction works on this id and on this number.
    ignored := num_nulls(
      pg_advisory_xact_lock(hashtextextended('orders.id ' || new.id::text, 0)),
      pg_advisory_xact_lock(hashtextextended('orders.number ' || new.number, 0))
    )::text;
    select
      s.shipping_fee,
      s.delivery_from,
      s.low_stock_threshold,
      case when a.id is not null then coalesce(a.email, '') end as email,
      a.audience,
      a.is_email_proven,
      (select m.list_id from public.price_list_members m where m.user_id = new.user_id) as list_id,
      exists (select from public.orders o where o.id = new.id) as id_is_used,
      exists (select from public.orders o where o.number = new.number) as number_is_used
    into context
    from public.shop_settings s
    left join private.order_audiences a on a.id = new.user_id;
    if context.id_is_used then
      return private.get_existing_order(new);
    end if;
    exit when not (context.number_is_used and draws_number);
    digits := 9;
  end loop;
  if new.user_id is not null then
    if context.email is null then
      raise insufficient_privilege using message = 'Ce compte n''existe plus';
    end if;
    new.customer_email := nullif(context.email, '');
  end if;
  -- Prices and stock -----------------------------------------------------------------------------------
  -- The products are locked in id order, so that orders do not deadlock, and in a statement of its own, so
  -- that the next statement sees the locked versions. An update that starts from a replaced row version would
  -- queue behind the transactions that still wait for that row, while they wait for this one.
  perform from public.products p
  where p.id = any (ids || array(select v.product_id from public.product_variants v where v.id = any (ids)))
  order by p.id for no key update;
  -- The limit of letters is a row that is locked: after the products, as when a status or a step is told.
  sends_letter := not by_service and new.customer_email is not null
    and (
    context.is_email_proven or context.audience = 'trusted' or private.may_send_letter(new.customer_email)
  );
  ignored := set_config('yaare.placing_order', 'on', true);
  -- Takes the stock of the lines that can be sold. The others are missing from the totals, and abort the
  -- order below.
  with taken as (
    update public.products p set stock = p.stock - case when takes_stock then l.quantity else 0 end
    from unnest(ids, quantities, steps) with ordinality as l (id, quantity, step, position)
    where p.id = l.id and (p.stock >= l.quantity or not takes_stock) and not p.has_variants
      and (l.quantity >= p.minimum_quantity or not checks_minimum)
      and (l.step is null or private.is_same_step(l.step, p.step_size, p.unit, p.content_size, p.content_unit))
    returning l.position, p.id, p.name,
      case
        when p.has_price_rules or context.list_id is not null
          then private.get_unit_price(p.id, null, p.price::integer, l.quantity, context.list_id)
        else p.price::integer
      end as price,
      p.image, p.stock, p.in_stock, p.weight_grams, p.is_bulky, l.quantity,
      private.get_sold_by(p.unit, p.step_size, p.content_size, p.content_unit) as sold_by
  ),
  lines as (
    insert into public.order_items (order_id, position, product_id, name, image, unit_price, quantity, sold_by)
    select new.id, t.position, t.id, t.name, t.image, t.price, t.quantity, t.sold_by from taken t
  ),
  -- Inserted here and not by a separate trigger, which would cost three times as much.
  confirmation as (
    insert into public.mails (subject_id, kind, recipient)
    select new.id, 'order_confirmation', new.customer_email
    where sends_letter
  )
  select
    count(*) as lines,
    sum(t.quantity) as pieces,
    max(t.quantity) as largest_line,
    sum(t.price::bigint * t.quantity)::bigint as subtotal,
    sum(t.weight_grams::bigint * t.quantity)::bigint as weight,
    bool_or(t.is_bulky) as is_bulky,
    jsonb_agg(
      jsonb_build_object('id', t.id, 'name', t.name, 'price', t.price, 'quantity', t.quantity, 'image', t.image)
        || case when t.sold_by is null then '{}' else jsonb_build_object('sold_by', t.sold_by) end
      order by t.position
    ) as items,
    -- Pages show shoppers and administrators only whether a product is out of stock or low on stock.
    array_agg(t.id) filter (
      where not t.in_stock
        or (t.stock < context.low_stock_threshold and t.stock + t.quantity >= context.low_stock_threshold)
    ) as stock_changes
  into totals
  from taken t;
  if totals.lines < cardinality(ids) then
    select
      totals.lines + v.lines as lines, coalesce(totals.pieces, 0) + v.pieces as pieces,
      greatest(totals.largest_line, v.largest_line) as largest_line,
      coalesce(totals.subtotal, 0) + v.subtotal as subtotal,
      case when num_nonnulls(totals.weight, v.weight) > 0 then coalesce(totals.weight, 0) + coalesce(v.weight, 0) end as weight,
      coalesce(totals.is_bulky, false) or coalesce(v.is_bulky, false) as is_bulky,
      totals.items,
      case when num_nonnulls(totals.stock_changes, v.stock_changes) > 0
        then coalesce(totals.stock_changes, '{}') || coalesce(v.stock_changes, '{}') end as stock_changes
    into totals
    from private.place_variants(
      new.id, ids, quantities, steps, takes_stock, checks_minimum, context.low_stock_threshold, context.list_id
    ) v;
    -- A statement of its own sees the lines.
    totals.items := private.list_order_items(new.id);
  end if;
  ignored := set_config('yaare.placing_order', '', true);

  if totals.lines <> cardinality(ids) then
    perform private.raise_stock_error(sent_ids, ids, quantities, totals.items, steps, checks_minimum);
  end if;
  new.weight_grams := case when totals.weight is not null then least(totals.weight, 2147483647) end;
  if is_taken_along then
    new.shipping_amount := 0;
  elsif context.delivery_from is null and is_delivered and new.delivery_day is null then
    new.shipping_amount := context.shipping_fee;
  else
    new := private.set_order_delivery(
      new, coalesce(totals.weight, 0), totals.is_bulky, totals.subtotal, by_service or by_staff
    );
  end if;
  if new.promo_code is not null then
    new.promo_code := private.normalize_promo_code(new.promo_code);
    select * into promo from private.use_promo_code(new);
    if promo.discount > 0 then
      new.discount_amount := new.discount_amount + promo.discount;
      new.discount_reason := concat_ws(' · ', new.discount_reason, 'Code ' || new.promo_code);
    end if;
    if promo.is_free_delivery then
      new.shipping_amount := 0;
    end if;
  end if;
  total := totals.subtotal - new.discount_amount + new.shipping_amount;
  if total > 2147483647 then
    raise exception using errcode = 'YA005', message = 'Le montant de la commande est trop élevé';
  elsif new.discount_amount not between 0 and totals.subtotal then
    raise exception using errcode = 'YA005', message = 'La remise dépasse le montant des articles';
  end if;
  if new.total_amount is distinct from total and not ((by_service or by_staff) and new.total_amount is null) then
    perform private.raise_total_error(total, new.shipping_amount, totals.items, new.discount_amount);
  end if;
  new.total_amount := total;
  new.items_count := totals.pieces;
  new.payment_info := jsonb_build_object('method', payment_method, 'items', totals.items);
  if not (by_service or by_staff) then
    new.reservation_ends_at := private.check_order_limits(
      new, context.audience, totals.lines::integer, totals.largest_line
    );
  end if;
  -- Last, because all transactions that notify hold one lock until they end.
  if totals.stock_changes is not null and takes_stock then
    perform private.notify_stock_changes(totals.stock_changes);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.erase_orders(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What an event says beside these is what somebody wrote, or proves that the customer was there.
  kept constant text[] := '{outcome,cash,mobile_money,credit,amount,total_before,total_after,fields,day,half,until,by,source,split_to,lines,settles,has_happened}';
begin
  update public.orders o set
    user_id = null, sent_hash = null, customer_name = 'Client effacé', customer_email = null, customer_phone = '–',
    shipping_address = jsonb_build_object('address', '–', 'city', o.shipping_address -> 'city', 'postalCode', '', 'phone', '–'),
    payment_info = jsonb_build_object('method', o.payment_info -> 'method', 'items', o.payment_info -> 'items'),
    notes = null, discount_reason = case when o.discount_reason is not null then '–' end,
    cancellation_reason = case when o.cancellation_reason is not null then '–' end
  where o.id = any (ids);
  perform set_config('yaare.erasing', 'true', true);
  update public.order_events e set data = (
    select coalesce(jsonb_object_agg(d.key, case when d.key <> 'lines' then d.value else (
      select jsonb_agg(jsonb_build_object('position', l -> 'position', 'quantity', l -> 'quantity')) from jsonb_path_query(d.value, '$[*]') l
    ) end), '{}')
    from jsonb_each(e.data) d where d.key = any (kept)
  )
  where e.order_id = any (ids) and e.data <> '{}';
  perform set_config('yaare.erasing', '', true);
  update public.order_returns r set
    reason = '–', refusal_reason = case when r.refusal_reason is not null then '–' end, photo_path = null, opened_by = null
  where r.order_id = any (ids);
  delete from public.review_requests r where r.order_id = any (ids);
  delete from private.delivery_codes c where c.order_id = any (ids);
  delete from public.mails m
  where m.subject_id = any (ids)
    or m.subject_id in (select e.id from public.order_events e where e.order_id = any (ids));
  perform private.erase_audit_details(ids);
end
$function$;


-- Receipts ----------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION private.save_receipt(receipt jsonb, expected_updated_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  uuid_format constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  receipt_number constant text := btrim(receipt ->> 'number');
  lines constant jsonb := case when jsonb_typeof(receipt -> 'lines') = 'array' then receipt -> 'lines' else '[]' end;
  existing public.receipts;
  target_id uuid;
  problem text;
  unsold jsonb;
begin
  perform private.require_right('stock.receive');
  problem := case
    when receipt ->> 'id' ~ uuid_format is not true then 'Ce bon est invalide'
    when receipt ->> 'supplier_id' ~ uuid_format is not true
      or not exists (select from public.suppliers s where s.id = (receipt ->> 'supplier_id')::uuid)
      then 'Choisissez un fournisseur'
    when char_length(receipt_number) between 1 and 60 is not true or private.get_receipt_key(receipt_number) = ''
      then 'Le numéro du bon est requis'
    when receipt ->> 'expected_day' is not null and not pg_input_is_valid(receipt ->> 'expected_day', 'date')
      then 'La date d''arrivée est invalide'
    when char_length(receipt ->> 'note') > 2000 then 'La note compte au plus 2 000 caractères'
    when jsonb_array_length(lines) not between 1 and 500 then 'Un bon compte de 1 à 500 articles'
  end;
  if problem is null then
    select case
      when bool_or(l ->> 'item_id' ~ uuid_format is not true) then 'Un article n''est plus au catalogue'
      when bool_or(
        l ->> 'quantity' ~ '^[0-9]{1,7}$' is not true or (l ->> 'quantity')::integer not between 1 and 1000000
      ) then 'La quantité est un nombre entier, de 1 à 1 000 000'
      when bool_or(
        l ->> 'unit_cost' is not null
        and (l ->> 'unit_cost' ~ '^[0-9]{1,9}$' and (l ->> 'unit_cost')::integer between 1 and 100000000) is not true
      ) then 'Le prix d''achat est un nombre entier de francs'
      when count(*) <> count(distinct l ->> 'item_id') then 'Un article figure deux fois sur ce bon'
    end
    into problem from jsonb_array_elements(lines) l;
  end if;
  if problem is not null then
    raise exception using errcode = 'YA010', message = problem;
  end if;
  target_id := (receipt ->> 'id')::uuid;
  perform pg_advisory_xact_lock(hashtextextended('receipts.id ' || target_id, 0));
  select * into existing from public.receipts r where r.id = target_id for no key update;
  if existing.id is null and expected_updated_at is not null then
    raise sqlstate 'PT404' using message = 'Ce bon n''existe plus';
  elsif existing.updated_at <> coalesce(expected_updated_at, existing.created_at) then
    raise exception using errcode = 'PT409', message = 'Ce bon a été modifié entre-temps',
      detail = jsonb_build_object('at', existing.updated_at)::text;
  elsif existing.closed_at is not null then
    raise exception using errcode = 'YA010', message = 'Ce bon est clos';
  end if;
  -- The supplier's number tells whether it was entered before, by whomever.
  perform pg_advisory_xact_lock(hashtextextended('receipts.number ' || (receipt ->> 'supplier_id'), 0));
  if exists (
    select from public.receipts r
    where r.supplier_id = (receipt ->> 'supplier_id')::uuid and r.id <> target_id
      and private.get_receipt_key(r.number) = private.get_receipt_key(receipt_number)
  ) then
    raise exception using errcode = 'YA010',
      message = format('Le bon %s de ce fournisseur est déjà enregistré', receipt_number);
  end if;
  if exists (
    select from public.receipt_lines l
    where l.receipt_id = target_id and l.received_quantity > 0
      and not exists (select from jsonb_array_elements(lines) s where (s ->> 'item_id')::uuid = l.item_id)
  ) then
    raise exception using errcode = 'YA010', message = 'Un article reçu ne se retire plus du bon';
  end if;
  perform from public.products p
  where p.id in (
    select i.product_id from public.sellable_items i
    where i.id in (select (s ->> 'item_id')::uuid from jsonb_array_elements(lines) s)
  )
  order by p.id for key share;
  select jsonb_agg(jsonb_build_object('id', s ->> 'item_id')) into unsold
  from jsonb_array_elements(lines) s
  where not exists (select from public.sellable_items i where i.id = (s ->> 'item_id')::uuid)
    and not exists (
      select from public.receipt_lines l
      where l.receipt_id = target_id and l.item_id = (s ->> 'item_id')::uuid
    );
  if unsold is not null then
    raise exception using errcode = 'YA003',
      message = case jsonb_array_length(unsold) when 1 then 'Un article n''est plus au catalogue : retirez-le du bon, ou choisissez-le de nouveau'
        else format('%s articles ne sont plus au catalogue : retirez-les du bon, ou choisissez-les de nouveau', jsonb_array_length(unsold)) end,
      detail = jsonb_build_object('items', unsold)::text;
  end if;
  insert into public.receipts as r (id, supplier_id, number, expected_day, note, actor_id, actor_name)
  values (
    target_id, (receipt ->> 'supplier_id')::uuid, receipt_number, (receipt ->> 'expected_day')::date,
    coalesce(receipt ->> 'note', ''), auth.uid(), (select u.name from public.admin_users u where u.id = auth.uid())
  )
  on conflict (id) do update set
    supplier_id = excluded.supplier_id, number = excluded.number, expected_day = excluded.expected_day,
    note = excluded.note;
  delete from public.receipt_lines l
  where l.receipt_id = target_id
    and not exists (select from jsonb_array_elements(lines) s where (s ->> 'item_id')::uuid = l.item_id);
  insert into public.receipt_lines as l (
    receipt_id, item_id, position, product_id, variant_id, name, quantity, unit_cost
  )
  select target_id, (s.value ->> 'item_id')::uuid, s.ordinality,
    coalesce(i.product_id, k.product_id), coalesce(i.variant_id, k.variant_id), coalesce(i.name, k.name),
    (s.value ->> 'quantity')::integer,
    -- Who does not know the costs sends none, and leaves those that are known.
    case when s.value ? 'unit_cost' then (s.value ->> 'unit_cost')::integer else k.unit_cost end
  from jsonb_array_elements(lines) with ordinality s
  left join public.sellable_items i on i.id = (s.value ->> 'item_id')::uuid
  left join public.receipt_lines k
    on k.receipt_id = target_id and k.item_id = (s.value ->> 'item_id')::uuid
  on conflict (receipt_id, item_id) do update set
    position = excluded.position, quantity = excluded.quantity, unit_cost = excluded.unit_cost;
  update public.receipts r set state = private.get_receipt_state(r.id), updated_at = now() where r.id = target_id
    and existing.id is not null;
  return target_id;
end
$function$;
