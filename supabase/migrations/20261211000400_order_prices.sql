-- Orders with the prices of 20261211000100: breaks, lists and codes. An order without any of them asks for none.
-- See docs/decisions/0064-prices.md.

drop function private.raise_total_error(numeric, integer, jsonb);
create function private.raise_total_error(total numeric, shipping integer, items jsonb, discount bigint default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'YA001',
    message = format('Le total de votre commande a changé : il est maintenant de %s XOF',
      regexp_replace(total::text, '(\d)(?=(\d{3})+$)', '\1 ', 'g')),
    detail = jsonb_build_object(
      'total', total, 'subtotal', total - shipping + coalesce(discount, 0), 'shipping', shipping,
      'items', (
        select jsonb_agg(i.item - '{quantity,image}'::text[] order by i.position)
        from jsonb_array_elements(items) with ordinality as i (item, position)
      )
    )::text;
end
$$;
comment on function private.raise_total_error(numeric, integer, jsonb, bigint) is
  'Reports that the total differs from the one that the shopper saw, with the current prices.';
revoke execute on function private.raise_total_error(numeric, integer, jsonb, bigint) from public;

drop function private.place_variants(uuid, uuid[], integer[], text[], boolean, boolean, integer);
create function private.place_variants(
  of_order uuid, ids uuid[], quantities integer[], steps text[], takes_stock boolean, checks_minimum boolean, low_stock integer,
  list uuid
)
returns table (
  lines integer, pieces integer, largest_line integer, subtotal bigint, weight bigint, is_bulky boolean, stock_changes uuid[]
)
language sql security definer rows 1 set search_path = ''
as $$
  with taken as (
    update public.product_variants v set stock = v.stock - case when takes_stock then l.quantity else 0 end
    from unnest(ids, quantities, steps) with ordinality as l (id, quantity, step, position),
      public.products p
    where v.id = l.id and p.id = v.product_id and (v.stock >= l.quantity or not takes_stock)
      and (l.quantity >= p.minimum_quantity or not checks_minimum)
      and (l.step is null or l.step = private.get_step_text(p.step_size, p.unit))
    returning l.position, v.id, p.id as product_id, p.name || ' – ' || array_to_string(v.choices, ' · ') as name,
      case
        when p.has_price_rules or list is not null then private.get_unit_price(p.id, v.id, v.price::integer, l.quantity, list)
        else v.price::integer
      end as price,
      coalesce(v.image, p.image) as image, v.stock, p.stock as product_stock, coalesce(v.weight_grams, p.weight_grams) as weight_grams,
      p.is_bulky, l.quantity,
      private.get_sold_by(p.unit, p.step_size, coalesce(v.content_size, p.content_size), p.content_unit) as sold_by
  ),
  lines as (
    insert into public.order_items (order_id, position, product_id, variant_id, name, image, unit_price, quantity, sold_by)
    select of_order, t.position, t.product_id, t.id, t.name, t.image, t.price, t.quantity, t.sold_by from taken t
  )
  select
    count(*)::integer, coalesce(sum(t.quantity), 0)::integer, coalesce(max(t.quantity), 0),
    coalesce(sum(t.price::bigint * t.quantity), 0)::bigint, sum(t.weight_grams::bigint * t.quantity)::bigint,
    bool_or(t.is_bulky),
    array_agg(distinct t.product_id) filter (
      where t.stock = 0 or t.product_stock >= low_stock and t.product_stock - t.quantity < low_stock
    )
  from taken t
$$;
revoke all on function private.place_variants(uuid, uuid[], integer[], text[], boolean, boolean, integer, uuid) from public;
comment on function private.place_variants(uuid, uuid[], integer[], text[], boolean, boolean, integer, uuid) is
  'Takes the stock of those lines of an order that name variants, and writes them with the prices of a list or none. The products are locked by the caller. What could not be taken is missing from the sums.';

create or replace function private.place_order()
returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = 'off'
as $$
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
    when char_length(new.customer_name) between 2 and 200 is not true then 'Le nom est requis'
    when not by_service and private.contains_link(new.customer_name) then 'Un nom ne contient ni adresse ni lien'
    when char_length(new.customer_phone) between 8 and 40 is not true
      or char_length(new.shipping_address ->> 'phone') not between 8 and 40 then 'Numéro de téléphone invalide'
    -- Who fetches the order needs no address.
    when char_length(new.shipping_address ->> 'address') not between case when is_delivered then 5 else 0 end and 500
      then 'Adresse requise'
    when char_length(new.shipping_address ->> 'city') not between case when is_delivered then 2 else 0 end and 120
      then 'Ville requise'
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
      return private.get_existing_order(new, ids, quantities);
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
      and (l.step is null or l.step = private.get_step_text(p.step_size, p.unit))
    returning l.position, p.id, p.name,
      case
        when p.has_price_rules or context.list_id is not null
          then private.get_unit_price(p.id, null, p.price::integer, l.quantity, context.list_id)
        else p.price::integer
      end as price,
      p.image, p.stock, p.weight_grams, p.is_bulky, l.quantity,
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
      where t.stock = 0
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
$$;

create or replace function private.get_existing_order(sent public.orders, ids uuid[], quantities integer[])
returns public.orders
language plpgsql stable security definer set search_path = ''
as $$
declare
  existing public.orders;
begin
  select * into existing from public.orders where id = sent.id;
  if existing.user_id is distinct from sent.user_id
    or existing.customer_name <> sent.customer_name
    or existing.customer_phone <> sent.customer_phone
    or existing.shipping_address <> sent.shipping_address
    or existing.notes is distinct from sent.notes
    or existing.promo_code is distinct from private.normalize_promo_code(sent.promo_code)
    or existing.total_amount is distinct from sent.total_amount
    or existing.payment_info ->> 'method' <> sent.payment_info ->> 'method'
    or existing.delivery_day is distinct from sent.delivery_day
    or existing.delivery_half is distinct from sent.delivery_half
    -- The point may have been deleted since.
    or (existing.pickup_point_name is null) <> (sent.pickup_point_id is null)
    or existing.pickup_point_id <> sent.pickup_point_id
    or ids is distinct from array(
      select (i.item ->> 'id')::uuid
      from jsonb_array_elements(existing.payment_info -> 'items') with ordinality as i (item, position)
      order by i.position
    )
    or quantities is distinct from array(
      select (i.item ->> 'quantity')::integer
      from jsonb_array_elements(existing.payment_info -> 'items') with ordinality as i (item, position)
      order by i.position
    )
  then
    raise exception using errcode = 'YA004', message = 'Cette commande a déjà été envoyée avec un autre contenu';
  end if;
  return existing;
end
$$;

drop function private.compute_staff_lines(uuid, jsonb, integer);
create function private.compute_staff_lines(of_order uuid, items jsonb, discount integer, customer uuid)
returns table (
  line_position integer, product_id uuid, variant_id uuid, name text, image text, unit_price integer, quantity integer, discount_amount integer, stock integer, weight_grams integer, is_bulky boolean, sold_by jsonb)
language plpgsql stable security definer rows 10 set search_path = ''
as $$
declare
  list constant uuid := private.get_price_list(
    coalesce(customer, (select o.user_id from public.orders o where o.id = of_order))
  );
  lines jsonb;
  problem record;
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 100 then
    perform private.raise_problem('items', 'Une commande compte au plus 100 articles');
  end if;
  with sent as (
    select
      i.ordinal,
      case when i.item ->> 'position' ~ '^[0-9]{1,6}$' then (i.item ->> 'position')::integer end as position,
      case when i.item ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (i.item ->> 'id')::uuid end as id,
      case when i.item ->> 'quantity' ~ '^[1-9][0-9]{0,5}$' then (i.item ->> 'quantity')::integer end as quantity,
      private.read_amount(i.item, 'discount') as discount
    from jsonb_array_elements(items) with ordinality as i (item, ordinal)
  ),
  found_lines as (
    -- A line of the order keeps the price that the customer was told; with another quantity it costs what that one
    -- does, unless prices have changed since.
    select
      s.ordinal, s.quantity, s.discount, k.position as line_position, case when k.position is null then p.product_id else k.product_id end as product_id,
      case when k.position is null then p.variant_id else k.variant_id end as variant_id,
      coalesce(k.name, p.name) as name, case when k.position is null then p.image else k.image end as image,
      u.price as unit_price, p.stock, p.weight_grams, p.is_bulky,
      case
        when k.position is null then private.get_sold_by(p.unit, p.step_size, p.content_size, p.content_unit) else k.sold_by
      end as sold_by,
      u.price::numeric * s.quantity - s.discount as net
    from sent s
    left join public.order_items k
      on k.order_id = of_order and (k.position = s.position or s.position is null and coalesce(k.variant_id, k.product_id) = s.id)
    left join public.sellable_items p
      on p.id = case when k.position is null then s.id else coalesce(k.variant_id, k.product_id) end
    cross join lateral (
      select case
        when k.position is null
          or s.quantity <> k.quantity and p.id is not null
            and k.unit_price = private.get_unit_price(p.product_id, p.variant_id, p.price, k.quantity, list)
          then private.get_unit_price(p.product_id, p.variant_id, p.price, coalesce(s.quantity, 1), list)
        else k.unit_price::integer
      end as price
    ) u
  ),
  summed as (
    -- What is taken off the whole is shared as the lines share the amount; the rounded sums leave no franc over.
    select l.*, sum(l.net) over (order by l.ordinal) as net_so_far, nullif(sum(l.net) over (), 0) as net_total
    from found_lines l
  )
  select jsonb_agg(
    to_jsonb(s) || jsonb_build_object('discount_amount', s.discount + coalesce(
      div(compute_staff_lines.discount * s.net_so_far, s.net_total)
        - div(compute_staff_lines.discount * (s.net_so_far - s.net), s.net_total), 0
    )) order by s.ordinal
  )
  into lines
  from summed s;
  select
    case
      when l.unit_price is null then 'YA003' else 'YA007'
    end as code,
    case
      when l.unit_price is null then 'Un article de la commande n''est plus en vente'
      when l.quantity is null then format('« %s » : la quantité est un nombre entier de pièces', l.name)
      when l.discount is null then format('« %s » : la remise est un nombre entier de francs', l.name)
      when l.net < 0 then format('« %s » : la remise dépasse le prix', l.name)
      when l.copies > 1 then format('« %s » figure deux fois dans la commande', l.name)
      when l.net_total < coalesce(compute_staff_lines.discount, 0) then 'La remise dépasse le montant des articles'
    end as message,
    l.*
  into problem
  from (
    select r.*, count(*) over (partition by coalesce(r.line_position::text, r.variant_id::text, r.product_id::text)) as copies
    from jsonb_to_recordset(lines) as r (
      ordinal integer, line_position integer, product_id uuid, variant_id uuid, name text, unit_price integer,
      quantity integer, discount integer, net numeric, net_total numeric
    )
  ) l
  where l.unit_price is null or l.quantity is null or l.discount is null or l.net < 0 or l.copies > 1
    or coalesce(l.net_total, 0) < coalesce(compute_staff_lines.discount, 0)
  order by l.ordinal
  limit 1;
  if problem.code = 'YA003' then
    raise exception using errcode = 'YA003', message = problem.message,
      detail = jsonb_build_object('items', jsonb_build_array(items -> problem.ordinal - 1))::text;
  elsif problem.code is not null then
    perform private.raise_problem(
      case when problem.net >= 0 and problem.copies = 1 then 'discount' else 'items' end,
      coalesce(problem.message, 'La remise dépasse le montant des articles')
    );
  end if;
  return query
    select r.line_position, r.product_id, r.variant_id, r.name, r.image, r.unit_price, r.quantity, r.discount_amount,
      r.stock, r.weight_grams, r.is_bulky, r.sold_by
    from jsonb_to_recordset(coalesce(lines, '[]')) as r (
      ordinal integer, line_position integer, product_id uuid, variant_id uuid, name text, image text, unit_price integer,
      quantity integer, discount_amount integer, stock integer, weight_grams integer, is_bulky boolean, sold_by jsonb
    )
    order by r.ordinal;
end
$$;
revoke all on function private.compute_staff_lines(uuid, jsonb, integer, uuid) from public;
comment on function private.compute_staff_lines(uuid, jsonb, integer, uuid) is
  'The lines that staff send ([{id, position, quantity, discount}]), with names, the prices of the customer and their discounts, among which the discount on the whole is shared. A line of the order that exists keeps its price. Raises YA003 and YA007.';

create or replace function private.place_staff_order(staff_order jsonb)
returns TABLE(id uuid, number text, total_amount integer)
language plpgsql security definer set search_path = ''
as $$
declare
  sent public.orders;
  placed public.orders;
  known jsonb;
  -- The total that was shown is no part of what was ordered.
  content constant text := md5((staff_order - 'total')::text);
  computed_fee integer;
  items jsonb;
begin
  perform private.require_right('orders.place');
  sent := private.read_staff_order(staff_order, null);
  if sent.id is null then
    perform private.raise_problem('', 'Cette commande est invalide');
  end if;
  known := private.get_idempotent_result(sent.id);
  if known is not null then
    if known ->> 'content' <> content then
      raise exception using errcode = 'YA004', message = 'Cette commande a déjà été envoyée avec un autre contenu';
    end if;
    return query select o.id, o.number, o.total_amount from public.orders o where o.id = sent.id;
    return;
  end if;
  items := (select jsonb_agg(i.item - 'position') from jsonb_array_elements(staff_order -> 'items') i (item));
  -- For the problems that it finds.
  perform private.compute_staff_lines(null, items, private.read_amount(staff_order, 'discount'), sent.user_id);
  -- place_order computes it, and takes the stock.
  insert into public.orders (
    id, user_id, customer_name, customer_phone, items_count, stage, shipping_address, payment_info, notes,
    pickup_point_id, delivery_day, delivery_half, source, discount_amount, discount_reason, total_amount
  )
  values (
    sent.id, sent.user_id, sent.customer_name, sent.customer_phone, 1,
    -- Who calls, writes or stands at the counter needs no call.
    'confirmed',
    sent.shipping_address, sent.payment_info || jsonb_build_object('items', items), sent.notes,
    sent.pickup_point_id, sent.delivery_day, sent.delivery_half, sent.source, sent.discount_amount,
    case when sent.discount_amount > 0 then sent.discount_reason end, null
  )
  returning * into placed;
  computed_fee := placed.shipping_amount;
  placed.shipping_amount := coalesce(sent.shipping_amount, computed_fee);
  perform private.check_discount(
    placed.discount_amount + greatest(computed_fee - placed.shipping_amount, 0),
    placed.total_amount + placed.discount_amount
  );
  placed.total_amount := placed.total_amount - computed_fee + placed.shipping_amount;
  if nullif(staff_order -> 'total', 'null') <> to_jsonb(placed.total_amount) then
    perform private.raise_total_error(placed.total_amount, placed.shipping_amount, placed.payment_info -> 'items', placed.discount_amount);
  end if;
  if placed.discount_amount > 0 then
    update public.order_items i set discount_amount = l.discount_amount
    from private.compute_staff_lines(placed.id, items, private.read_amount(staff_order, 'discount'), sent.user_id) l
    where i.order_id = placed.id and i.position = l.line_position;
  end if;
  if placed.shipping_amount <> computed_fee then
    update public.orders o set shipping_amount = placed.shipping_amount, total_amount = placed.total_amount
    where o.id = placed.id;
  end if;
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data)
  values (
    gen_random_uuid(), placed.id, 'confirmed', now(), auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid()), jsonb_build_object('source', placed.source)
  );
  delete from public.order_drafts d where d.id = placed.id;
  perform private.store_idempotent_result(placed.id, jsonb_build_object('content', content));
  return query select placed.id, placed.number, placed.total_amount;
end
$$;

create or replace function private.change_order(of_order uuid, expected_updated_at timestamp with time zone, change jsonb)
returns table(total_amount integer, previous_total integer, paid_amount integer, updated_at timestamp with time zone)
language plpgsql security definer set search_path = ''
as $$
declare
  event_id constant uuid := case when change ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (change ->> 'id')::uuid end;
  target public.orders;
  sent public.orders;
  completed jsonb;
  lines jsonb;
  totals record;
  total bigint;
  computed_fee integer;
  former_fee integer := 0;
  ids uuid[];
  quantities integer[];
  taken jsonb;
  differences jsonb;
  fields text[];
begin
  perform private.require_right('orders.change');
  if event_id is null then
    perform private.raise_problem('', 'Ce changement est invalide');
  end if;
  -- One transaction at a time works on an order. The products follow in the order of their ids, as everywhere.
  perform from public.orders o where o.id = of_order for no key update;
  if exists (
    select from public.order_events e
    where e.id = event_id and e.order_id = of_order and e.kind = 'changed' and e.actor_id is not distinct from auth.uid()
  ) then
    return query select o.total_amount, (e.data ->> 'total_before')::integer, o.paid_amount, o.updated_at
      from public.orders o join public.order_events e on e.id = event_id where o.id = of_order;
    return;
  elsif exists (select from public.order_events e where e.id = event_id) then
    raise exception using errcode = 'YA004', message = 'Ce changement a déjà été envoyé avec un autre contenu';
  end if;
  target := private.lock_order_to_change(of_order, expected_updated_at);
  completed := private.complete_staff_order(change, target);
  sent := private.read_staff_order(completed, target);
  select array_agg(distinct p.id) into ids
  from (
    select i.product_id from public.order_items i where i.order_id = of_order
    union all
    select l.product_id
    from private.compute_staff_lines(of_order, completed -> 'items', private.read_amount(completed, 'discount'), null) l
  ) p (id)
  where p.id is not null;
  perform from public.products p where p.id = any (ids) order by p.id for no key update;
  -- After the products, as when an order is placed: the limit of letters is a row that is locked.
  perform private.tell_order(target, event_id, 'order_changed');
  -- Again, with the prices that the locked products have.
  select
    jsonb_agg(to_jsonb(l) || jsonb_build_object(
      'position', coalesce(l.line_position, l.last_position + l.new_count)
    )) as lines,
    sum(l.unit_price::bigint * l.quantity)::bigint as subtotal, sum(l.discount_amount)::integer as discount,
    sum(l.quantity)::integer as pieces,
    sum(l.weight_grams::bigint * l.quantity)::bigint as weight, bool_or(l.is_bulky) as is_bulky
  into totals
  from (
    select l.*, (select max(i.position) from public.order_items i where i.order_id = of_order) as last_position,
      count(*) filter (where l.line_position is null) over (rows unbounded preceding)::integer as new_count
    from private.compute_staff_lines(of_order, completed -> 'items', private.read_amount(completed, 'discount'), null) l
  ) l;
  lines := totals.lines;

  -- What changed -----------------------------------------------------------------------------------------------------
  select jsonb_agg(jsonb_build_object('name', left(d.name, 80), 'before', d.before, 'after', d.after) order by d.position)
    filter (where d.rank <= 50)
  into differences
  from (
    select position, coalesce(l.name, i.name) as name, coalesce(i.quantity, 0) as before, coalesce(l.quantity, 0) as after,
      row_number() over (order by position) as rank
    from (select i.* from public.order_items i where i.order_id = of_order) i
    full join jsonb_to_recordset(lines) as l (position integer, name text, quantity integer) using (position)
    where i.quantity is distinct from l.quantity
  ) d;

  -- The stock follows. An order whose stock was given back takes all of it again: somebody has talked to the customer.
  select array_agg(d.id order by d.id), array_agg(d.quantity order by d.id) into ids, quantities
  from (
    select m.id, sum(m.quantity)::integer as quantity
    from (
      select coalesce(i.variant_id, i.product_id), -i.quantity from public.order_items i
      where i.order_id = of_order and target.stock_released_at is null
      union all
      select coalesce(l.variant_id, l.product_id), l.quantity
      from jsonb_to_recordset(lines) as l (product_id uuid, variant_id uuid, quantity integer)
    ) m (id, quantity)
    -- What was deleted meanwhile has no stock.
    where exists (select from public.sellable_items s where s.id = m.id)
    group by m.id
  ) d
  where d.quantity <> 0;
  taken := private.take_stock(ids, quantities);
  if coalesce(jsonb_array_length(taken), 0) < coalesce(cardinality(ids), 0) then
    perform private.raise_stock_error(ids::text[], ids, quantities, taken);
  end if;

  -- The amounts ------------------------------------------------------------------------------------------------------
  if sent.pickup_point_id = target.pickup_point_id then
    -- It may have been closed since.
    sent.pickup_point_name := target.pickup_point_name;
    computed_fee := 0;
    sent.shipping_amount := coalesce(sent.shipping_amount, 0);
  else
    declare
      own_fee constant integer := sent.shipping_amount;
    begin
      sent := private.get_staff_fee(sent, coalesce(totals.weight, 0), coalesce(totals.is_bulky, false), totals.subtotal);
      computed_fee := sent.shipping_amount;
      sent.shipping_amount := coalesce(own_fee, computed_fee);
    end;
  end if;
  total := totals.subtotal - totals.discount + sent.shipping_amount;
  if total > 2147483647 then
    perform private.raise_problem('items', 'Le montant de la commande est trop élevé');
  end if;
  if sent.shipping_amount < computed_fee and target.pickup_point_id is null then
    select (private.get_staff_fee(
      target, coalesce(sum(p.weight_grams::bigint * i.quantity), 0)::bigint, coalesce(bool_or(p.is_bulky), false),
      sum(i.unit_price::bigint * i.quantity)::bigint
    )).shipping_amount
    into former_fee
    from public.order_items i left join public.sellable_items p on p.id = coalesce(i.variant_id, i.product_id)
    where i.order_id = of_order;
  end if;
  -- What somebody else granted stays: in proportion, and no more francs.
  if totals.discount > target.discount_amount
    or totals.discount::numeric * (target.total_amount - target.shipping_amount + target.discount_amount)
      > target.discount_amount::numeric * totals.subtotal
    or computed_fee - sent.shipping_amount > greatest(former_fee - target.shipping_amount, 0)
  then
    perform private.check_discount(
      totals.discount + greatest(computed_fee - sent.shipping_amount, 0), totals.subtotal + computed_fee
    );
  end if;
  if nullif(change -> 'total', 'null') <> to_jsonb(total) then
    perform private.raise_total_error(total, sent.shipping_amount, lines, totals.discount);
  end if;

  fields := array_remove(array[
    case when sent.customer_name <> target.customer_name then 'customer_name' end,
    case when sent.customer_phone <> target.customer_phone then 'customer_phone' end,
    case when sent.shipping_address <> target.shipping_address
      or sent.pickup_point_id is distinct from target.pickup_point_id then 'address' end,
    case when (sent.delivery_day, sent.delivery_half::text) is distinct from (target.delivery_day, target.delivery_half::text)
      then 'delivery_day' end,
    case when sent.shipping_amount <> target.shipping_amount then 'fee' end,
    case when totals.discount <> target.discount_amount then 'discount' end,
    case when sent.notes is distinct from target.notes then 'notes' end,
    case when sent.payment_info ->> 'method' <> target.payment_info ->> 'method' then 'payment_method' end
  ], null);

  -- The order --------------------------------------------------------------------------------------------------------
  delete from public.order_items i
  where i.order_id = of_order
    and not exists (select from jsonb_to_recordset(lines) as l (position integer) where l.position = i.position);
  update public.order_items i set quantity = l.quantity, discount_amount = l.discount_amount, unit_price = l.unit_price
  from jsonb_to_recordset(lines) as l (position integer, quantity integer, discount_amount integer, unit_price integer)
  where i.order_id = of_order and i.position = l.position
    and (i.quantity, i.discount_amount, i.unit_price::integer) <> (l.quantity, l.discount_amount, l.unit_price);
  insert into public.order_items (
    order_id, position, product_id, variant_id, name, image, unit_price, quantity, discount_amount, sold_by
  )
  select of_order, l.position, l.product_id, l.variant_id, l.name, l.image, l.unit_price, l.quantity, l.discount_amount,
    nullif(l.sold_by, 'null')
  from jsonb_to_recordset(lines) as l (
    position integer, line_position integer, product_id uuid, variant_id uuid, name text, image text, unit_price integer,
    quantity integer, discount_amount integer, sold_by jsonb
  )
  where l.line_position is null;
  update public.orders o set
    customer_name = sent.customer_name, customer_phone = sent.customer_phone,
    shipping_address = sent.shipping_address, notes = sent.notes,
    zone_id = sent.zone_id, zone_name = sent.zone_name,
    pickup_point_id = sent.pickup_point_id, pickup_point_name = sent.pickup_point_name,
    delivery_day = sent.delivery_day, delivery_half = sent.delivery_half,
    shipping_amount = sent.shipping_amount, discount_amount = totals.discount,
    discount_reason = case when totals.discount > 0 then sent.discount_reason end,
    total_amount = total, items_count = totals.pieces, weight_grams = case when totals.weight is not null then least(totals.weight, 2147483647) end,
    payment_info = sent.payment_info || jsonb_build_object('items', private.list_order_items(of_order)),
    reservation_ends_at = case when o.stock_released_at is null then o.reservation_ends_at end,
    stock_released_at = null,
    updated_at = now()
  where o.id = of_order;
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data)
  values (
    event_id, of_order, 'changed', now(), auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid()),
    jsonb_strip_nulls(jsonb_build_object(
      'total_before', target.total_amount, 'total_after', total, 'lines', differences,
      'fields', nullif(to_jsonb(fields), '[]'), 'reason', left(nullif(btrim(change ->> 'reason'), ''), 500)
    ))
  );
  return query select o.total_amount, target.total_amount, o.paid_amount, o.updated_at
    from public.orders o where o.id = of_order;
end
$$;

create or replace function private.preview_staff_order(staff_order jsonb, of_order uuid)
returns table(lines jsonb, subtotal bigint, discount bigint, fee integer, computed_fee integer, zone_name text, total bigint, maximum_percent integer, days date[], problem text)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
declare
  existing public.orders;
  sent jsonb := staff_order;
  totals record;
  delivery record;
begin
  perform private.require_right(case when of_order is null then 'orders.place' else 'orders.change' end);
  if of_order is not null then
    select * into existing from public.orders o where o.id = of_order;
    sent := private.complete_staff_order(sent, existing);
  end if;
  select
    jsonb_agg(jsonb_build_object(
      'position', l.line_position, 'id', coalesce(l.variant_id, l.product_id), 'name', l.name, 'image', l.image, 'unit_price', l.unit_price,
      'quantity', l.quantity, 'discount_amount', l.discount_amount, 'sold_by', l.sold_by,
      'available', l.stock + coalesce(i.quantity, 0)
    )) as lines,
    sum(l.unit_price::bigint * l.quantity)::bigint as subtotal, sum(l.discount_amount)::bigint as discount,
    sum(l.weight_grams::bigint * l.quantity)::bigint as weight, bool_or(l.is_bulky) as is_bulky
  into totals
  from private.compute_staff_lines(of_order, sent -> 'items', private.read_amount(sent, 'discount'),
    case when sent ->> 'customer_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (sent ->> 'customer_id')::uuid end
  ) l
  left join public.order_items i
    on i.order_id = of_order and i.position = l.line_position and existing.stock_released_at is null;
  select * into delivery
  from private.delivery_fee(
    left(sent -> 'shipping_address' ->> 'city', 120), left(sent -> 'shipping_address' ->> 'quarter', 120),
    coalesce(totals.weight, 0), coalesce(totals.is_bulky, false), coalesce(totals.subtotal, 0)
  );
  lines := coalesce(totals.lines, '[]');
  subtotal := coalesce(totals.subtotal, 0);
  discount := coalesce(totals.discount, 0);
  maximum_percent := private.get_discount_limit();
  if nullif(sent -> 'pickup_point_id', 'null') is not null
    or sent ->> 'source' = 'counter' and btrim(coalesce(sent -> 'shipping_address' ->> 'city', '')) = ''
  then
    computed_fee := 0;
    days := '{}';
  else
    computed_fee := delivery.fee;
    zone_name := delivery.zone_name;
    days := coalesce((
      select array_agg(distinct s.day order by s.day) from private.list_delivery_slots(delivery.delay_hours, delivery.days) s
    ), '{}');
    problem := case when delivery.fee is null then private.get_too_heavy_message(delivery.zone_name) end;
  end if;
  fee := case when jsonb_typeof(sent -> 'fee') = 'number' then private.read_amount(sent, 'fee') else computed_fee end;
  total := subtotal - discount + coalesce(fee, 0);
  return next;
end
$$;

create or replace function private.complete_staff_order(sent jsonb, existing public.orders)
returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'customer_name', existing.customer_name, 'customer_phone', existing.customer_phone,
    'shipping_address', existing.shipping_address, 'pickup_point_id', existing.pickup_point_id,
    'delivery_day', existing.delivery_day, 'delivery_half', existing.delivery_half, 'notes', existing.notes,
    'payment_method', existing.payment_info ->> 'method', 'discount_reason', existing.discount_reason,
    'items', (
      select jsonb_agg(
        jsonb_build_object('position', i.position, 'quantity', i.quantity, 'discount', i.discount_amount)
        order by i.position
      )
      from public.order_items i where i.order_id = existing.id
    )
  )
  -- A fee that was agreed stays, unless what it was computed from changes.
  || case
    when sent ?| '{items,shipping_address,pickup_point_id}' and not exists (
      select from public.promo_codes c where c.code = existing.promo_code and c.kind = 'free_delivery'
    ) then '{}'
    else jsonb_build_object('fee', existing.shipping_amount)
  end
  || sent || jsonb_build_object('source', existing.source)
$$;

create or replace function private.delivery_options(town text, quarter text, items jsonb)
returns table (zone_name text, fee integer, free_from integer, days date[], first_half text, problem text)
language plpgsql security definer rows 1 set search_path = '' as $$
declare
  cart record;
  zone record;
begin
  -- As for orders: behind a proxy that the shop is not told of, everybody has its own machine's address.
  perform private.take_limit(
    'delivery_options', 'everyone', 'network', nullif(nullif(private.get_client_network(), '127.0.0.0/24'), '::/56')
  );
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 100 then
    raise exception using errcode = 'YA005', message = 'Une commande compte au plus 100 articles';
  end if;
  select
    coalesce(sum(p.weight_grams::bigint * l.quantity), 0)::bigint as weight,
    coalesce(bool_or(p.is_bulky), false) as is_bulky,
    coalesce(sum(l.unit_price::bigint * l.quantity), 0)::bigint as subtotal
  into cart
  from private.price_lines(items, private.get_price_list(auth.uid())) l
  join public.sellable_items p on p.id = l.item_id;
  select * into zone
  from private.delivery_fee(left(town, 120), left(quarter, 120), cart.weight, cart.is_bulky, cart.subtotal);
  return query
    select zone.zone_name::text, zone.fee::integer, zone.free_from::integer, coalesce(s.days, '{}'), s.first_half,
      case when zone.fee is null then private.get_too_heavy_message(zone.zone_name) end
    from (
      select array_agg(distinct l.day order by l.day) as days, (array_agg(l.half order by l.day, l.half desc))[1] as first_half
      from private.list_delivery_slots(zone.delay_hours, zone.days) l
    ) s;
end
$$;

revoke execute on all functions in schema private from public;
