-- Orders of variants: every function that takes or returns stock, or lists what was ordered, knows both kinds of what can
-- be bought. A line of a variant names its product too; its name has the choices, so that every paper shows them.

alter table public.order_items
  -- No foreign key: the line says that it was a variant when the variant is deleted, and its stock goes nowhere then.
  add column variant_id uuid,
  add column sold_by jsonb;
comment on column public.order_items.variant_id is 'The variant; null for a product without options. It may have been deleted since.';
comment on column public.order_items.sold_by is
  'What one step of the quantity was, {unit, step_size, content_size, content_unit}; null for a piece.';

create or replace function private.list_order_items(of_order uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'id', coalesce(i.variant_id, i.product_id), 'name', i.name, 'price', i.unit_price, 'quantity', i.quantity,
      'image', i.image
    ) || case when i.sold_by is null then '{}' else jsonb_build_object('sold_by', i.sold_by) end
    order by i.position
  )
  from public.order_items i where i.order_id = of_order
$$;
comment on column public.orders.payment_info is
  '{method, items: [{id, name, price, quantity, image}]}, with the names and prices at the time of the order; the id is that of the product or variant, and sold_by is added where a step is not a piece.';

-- Stock ------------------------------------------------------------------------------------------------------------

create function private.take_stock(ids uuid[], quantities integer[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken jsonb;
begin
  -- In the order of the products' ids, as everywhere: whoever holds a product may take its variants.
  perform from public.products p
  where p.id = any (ids || array(select v.product_id from public.product_variants v where v.id = any (ids)))
  order by p.id for no key update;
  with of_products as (
    update public.products p set stock = p.stock - l.quantity
    from unnest(ids, quantities) as l (id, quantity)
    where p.id = l.id and p.stock >= l.quantity and not p.has_variants
    returning p.id
  ),
  of_variants as (
    update public.product_variants v set stock = v.stock - l.quantity
    from unnest(ids, quantities) as l (id, quantity)
    where v.id = l.id and v.stock >= l.quantity
    returning v.id
  )
  select jsonb_agg(jsonb_build_object('id', t.id)) into taken
  from (select id from of_products union all select id from of_variants) t;
  return taken;
end
$$;
revoke all on function private.take_stock(uuid[], integer[]) from public;
comment on function private.take_stock(uuid[], integer[]) is
  'Takes so many steps of each product or variant, each named once; a negative quantity gives back. Returns those that had them, [{id}].';

create or replace function private.return_stock(orders uuid[]) returns void
language sql security definer set search_path = ''
as $$
  -- What is no longer sold has no stock.
  select private.take_stock(array_agg(l.id), array_agg(l.quantity))
  from (
    select coalesce(i.variant_id, i.product_id) as id, -sum(i.quantity)::integer as quantity
    from public.order_items i where i.order_id = any (orders) and i.product_id is not null
    group by 1
  ) l
$$;

create or replace function private.take_stock_again(of_order uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
  quantities integer[];
  taken jsonb;
begin
  -- What was deleted meanwhile has no stock to take.
  select array_agg(l.id order by l.position), array_agg(l.quantity order by l.position)
  into ids, quantities
  from (
    select coalesce(i.variant_id, i.product_id) as id, min(i.position) as position, sum(i.quantity)::integer as quantity
    from public.order_items i
    where i.order_id = of_order
      and exists (select from public.sellable_items s where s.id = coalesce(i.variant_id, i.product_id))
    group by 1
  ) l;
  taken := private.take_stock(ids, quantities);
  if coalesce(jsonb_array_length(taken), 0) < coalesce(cardinality(ids), 0) then
    perform private.raise_stock_error(ids::text[], ids, quantities, taken);
  end if;
end
$$;

drop function private.raise_stock_error(text[], uuid[], integer[], jsonb);
create function private.raise_stock_error(sent_ids text[], ids uuid[], quantities integer[], taken jsonb, steps text[] default null, checks_minimum boolean default false)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  missing jsonb;
  short jsonb;
  names text;
  changed record;
begin
  if (select count(distinct l.id) <> count(l.id) from unnest(ids) as l (id)) then
    raise exception using errcode = 'YA005', message = 'Un article figure deux fois dans le panier';
  end if;
  select
    jsonb_agg(jsonb_build_object('id', l.sent_id) order by l.position) filter (where p.id is null),
    jsonb_agg(
      jsonb_build_object('id', p.id, 'name', p.name, 'available', p.stock, 'requested', l.quantity)
      order by l.position
    ) filter (where p.id is not null),
    string_agg(
      format('%s (%s)', p.name, case when p.stock = 0 then 'épuisé' else p.stock || ' en stock' end), ', '
      order by l.position
    ) filter (where p.id is not null)
  into missing, short, names
  from unnest(sent_ids, ids, quantities) with ordinality as l (sent_id, id, quantity, position)
  left join public.sellable_items p on p.id = l.id
  where not coalesce(taken, '[]') @> jsonb_build_array(jsonb_build_object('id', l.id));
  if missing is not null then
    raise exception using errcode = 'YA003', message = 'Un article de votre panier n''est plus en vente',
      detail = jsonb_build_object('items', missing)::text;
  end if;
  select p.id, p.name, p.unit, p.step_size, p.minimum_quantity,
    l.step is distinct from private.get_step_text(p.step_size, p.unit) and l.step is not null as has_other_step
  into changed
  from unnest(ids, quantities, steps) with ordinality as l (id, quantity, step, position)
  join public.sellable_items p on p.id = l.id
  where l.step <> private.get_step_text(p.step_size, p.unit) or checks_minimum and l.quantity < p.minimum_quantity
  order by l.position
  limit 1;
  if changed.has_other_step then
    raise exception using errcode = 'YA001',
      message = format('« %s » ne se vend plus par la même quantité : vérifiez votre panier', changed.name),
      detail = jsonb_build_object('step', jsonb_build_object(
        'id', changed.id, 'name', changed.name, 'unit', changed.unit, 'step_size', changed.step_size
      ))::text;
  elsif changed.id is not null then
    raise exception using errcode = 'YA005',
      message = format('« %s » se commande à partir de %s', changed.name, changed.minimum_quantity),
      detail = jsonb_build_object('minimum', jsonb_build_object(
        'id', changed.id, 'name', changed.name, 'minimum_quantity', changed.minimum_quantity
      ))::text;
  end if;
  raise exception using errcode = 'YA002', message = 'Stock insuffisant : ' || names,
    detail = jsonb_build_object('items', short)::text;
end
$$;
revoke all on function private.raise_stock_error(text[], uuid[], integer[], jsonb, text[], boolean) from public;
comment on function private.raise_stock_error(text[], uuid[], integer[], jsonb, text[], boolean) is
  'Raises why the lines that are not in taken could not be taken: twice the same (YA005), no longer sold (YA003), sold in other steps than the customer saw (YA001), fewer than the minimum (YA005), or too little stock (YA002).';

create or replace function private.count_in_pieces(of_order uuid, event uuid, lines jsonb)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_stock(array_agg(s.id), array_agg(-s.quantity))
  from (
    select coalesce(i.variant_id, i.product_id) as id, sum(l.quantity)::integer as quantity
    from private.read_pieces(lines) l
    join public.order_items i on i.order_id = of_order and i.position = l.position
    where l.destination = 'stock' and i.product_id is not null
    group by 1
  ) s;
  update public.order_items i set counted_in_quantity = i.counted_in_quantity + s.quantity
  from (
    select l.position, sum(l.quantity)::integer as quantity from private.read_pieces(lines) l group by l.position
  ) s
  where i.order_id = of_order and i.position = s.position;
  insert into public.counted_in_pieces (order_id, position, quantity, destination, event_id)
  select of_order, l.position, l.quantity, l.destination, event from private.read_pieces(lines) l;
end
$$;

-- Placing ----------------------------------------------------------------------------------------------------------

create function private.place_variants(
  of_order uuid, ids uuid[], quantities integer[], steps text[], takes_stock boolean, checks_minimum boolean, low_stock integer
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
    returning l.position, v.id, p.id as product_id, p.name || ' – ' || array_to_string(v.choices, ' · ') as name, v.price,
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
revoke all on function private.place_variants(uuid, uuid[], integer[], text[], boolean, boolean, integer) from public;
comment on function private.place_variants(uuid, uuid[], integer[], text[], boolean, boolean, integer) is
  'Takes the stock of those lines of an order that name variants, and writes them. The products are locked by the caller. What could not be taken is missing from the sums.';

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
    returning l.position, p.id, p.name, p.price, p.image, p.stock, p.weight_grams, p.is_bulky, l.quantity,
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
      new.id, ids, quantities, steps, takes_stock, checks_minimum, context.low_stock_threshold
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
  total := totals.subtotal - new.discount_amount + new.shipping_amount;
  if total > 2147483647 then
    raise exception using errcode = 'YA005', message = 'Le montant de la commande est trop élevé';
  elsif new.discount_amount not between 0 and totals.subtotal then
    raise exception using errcode = 'YA005', message = 'La remise dépasse le montant des articles';
  end if;
  if new.total_amount is distinct from total and not ((by_service or by_staff) and new.total_amount is null) then
    perform private.raise_total_error(total, new.shipping_amount, totals.items);
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

-- Orders by staff --------------------------------------------------------------------------------------------------

drop function private.compute_staff_lines(uuid, jsonb, integer);
create function private.compute_staff_lines(of_order uuid, items jsonb, discount integer)
returns table (
  line_position integer, product_id uuid, variant_id uuid, name text, image text, unit_price integer, quantity integer, discount_amount integer, stock integer, weight_grams integer, is_bulky boolean, sold_by jsonb)
language plpgsql stable security definer rows 10 set search_path = ''
as $$
declare
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
    -- A line of the order keeps the price that the customer was told.
    select
      s.ordinal, s.quantity, s.discount, k.position as line_position, case when k.position is null then p.product_id else k.product_id end as product_id,
      case when k.position is null then p.variant_id else k.variant_id end as variant_id,
      coalesce(k.name, p.name) as name, case when k.position is null then p.image else k.image end as image,
      coalesce(k.unit_price, p.price)::integer as unit_price, p.stock, p.weight_grams, p.is_bulky,
      case
        when k.position is null then private.get_sold_by(p.unit, p.step_size, p.content_size, p.content_unit) else k.sold_by
      end as sold_by,
      coalesce(k.unit_price, p.price)::numeric * s.quantity - s.discount as net
    from sent s
    left join public.order_items k
      on k.order_id = of_order and (k.position = s.position or s.position is null and coalesce(k.variant_id, k.product_id) = s.id)
    left join public.sellable_items p
      on p.id = case when k.position is null then s.id else coalesce(k.variant_id, k.product_id) end
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
revoke all on function private.compute_staff_lines(uuid, jsonb, integer) from public;
comment on function private.compute_staff_lines(uuid, jsonb, integer) is
  'The lines that staff send ([{id, position, quantity, discount}]), with names, prices and their discounts, among which the discount on the whole is shared. A line of the order that exists keeps its price. Raises YA003 and YA007.';

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
    from private.compute_staff_lines(of_order, completed -> 'items', private.read_amount(completed, 'discount')) l
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
    from private.compute_staff_lines(of_order, completed -> 'items', private.read_amount(completed, 'discount')) l
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
    perform private.raise_total_error(total, sent.shipping_amount, lines);
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
  update public.order_items i set quantity = l.quantity, discount_amount = l.discount_amount
  from jsonb_to_recordset(lines) as l (position integer, quantity integer, discount_amount integer)
  where i.order_id = of_order and i.position = l.position
    and (i.quantity, i.discount_amount) <> (l.quantity, l.discount_amount);
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
  from private.compute_staff_lines(of_order, sent -> 'items', private.read_amount(sent, 'discount')) l
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

create or replace function private.split_order(of_order uuid, expected_updated_at timestamp with time zone, split jsonb)
returns table(id uuid, number text, total_amount integer, first_total integer)
language plpgsql security definer set search_path = ''
as $$
declare
  new_id constant uuid := case when split ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (split ->> 'id')::uuid end;
  event_id constant uuid := gen_random_uuid();
  first public.orders;
  second public.orders;
  later record;
begin
  perform private.require_right('orders.change');
  perform from public.orders o where o.id = of_order for no key update;
  if exists (select from public.orders o where o.id = new_id and o.split_from_id = of_order) then
    return query select s.id, s.number, s.total_amount, f.total_amount
      from public.orders s join public.orders f on f.id = of_order where s.id = new_id;
    return;
  elsif exists (select from public.orders o where o.id = new_id) then
    raise exception using errcode = 'YA004', message = 'Cette commande a déjà été envoyée avec un autre contenu';
  end if;
  first := private.lock_order_to_change(of_order, expected_updated_at);
  if new_id is null or jsonb_typeof(split -> 'lines') is distinct from 'array' then
    perform private.raise_problem('lines', 'Les articles à livrer plus tard sont invalides');
  end if;
  select count(*) as sent, count(i.position) as found, count(distinct l.position) as positions,
    bool_and(l.quantity between 1 and i.quantity) as fits,
    sum(least(l.quantity, i.quantity))::integer as pieces,
    sum(i.unit_price::bigint * l.quantity) as subtotal,
    -- The later pieces cost what they would be worth as returned ones; the first order keeps the rest of each line.
    sum(case when l.quantity <= i.quantity then i.unit_price::bigint * l.quantity - private.get_line_credit(i, l.quantity) end)::integer
      as discount,
    sum(p.weight_grams::bigint * l.quantity)::bigint as weight
  into later
  from (
    select
      case when line ->> 'position' ~ '^[0-9]{1,6}$' then (line ->> 'position')::integer end as position,
      case when line ->> 'quantity' ~ '^[0-9]{1,6}$' then (line ->> 'quantity')::integer end as quantity
    from jsonb_array_elements(split -> 'lines') line
  ) l
  left join public.order_items i on i.order_id = of_order and i.position = l.position
  left join public.sellable_items p on p.id = coalesce(i.variant_id, i.product_id);
  if later.sent = 0 or later.found < later.sent or later.positions < later.sent or later.fits is not true then
    perform private.raise_problem('lines', 'Les articles à livrer plus tard sont invalides');
  elsif later.pieces >= first.items_count then
    perform private.raise_problem('lines', 'Il ne resterait rien à livrer maintenant : changez plutôt le jour');
  elsif first.paid_amount > first.total_amount - later.subtotal + later.discount then
    raise exception using errcode = 'YA010',
      message = 'Cette commande est déjà payée : elle ne se sépare plus';
  end if;

  second := first;
  second.id := new_id;
  second.stage := case first.stage when 'prepared' then 'confirmed' else first.stage::text end;
  second.items_count := later.pieces;
  second.discount_amount := later.discount;
  second.discount_reason := case when later.discount > 0 then first.discount_reason end;
  second.total_amount := later.subtotal - later.discount;
  second.weight_grams := case when later.weight is not null then least(later.weight, 2147483647) end;
  begin
    second.delivery_day := split ->> 'delivery_day';
    second.delivery_half := split ->> 'delivery_half';
  exception when data_exception or check_violation then
    second.delivery_day := '-infinity';
  end;
  if second.delivery_day not between (now() at time zone 'UTC')::date and (now() at time zone 'UTC')::date + 365
    or second.delivery_half is not null and second.delivery_day is null
  then
    perform private.raise_problem('delivery_day', 'Ce jour est passé ou trop lointain');
  end if;
  loop
    second.number := private.draw_order_number(case when second.number = first.number then 6 else 9 end);
    perform pg_advisory_xact_lock(hashtextextended('orders.number ' || second.number, 0));
    exit when not exists (select from public.orders o where o.number = second.number);
  end loop;

  insert into public.order_items (
    order_id, position, product_id, variant_id, name, image, unit_price, quantity, discount_amount, sold_by
  )
  select new_id, i.position, i.product_id, i.variant_id, i.name, i.image, i.unit_price, l.quantity,
    (i.unit_price::bigint * l.quantity - private.get_line_credit(i, l.quantity))::integer, i.sold_by
  from jsonb_to_recordset(split -> 'lines') as l (position integer, quantity integer)
  join public.order_items i on i.order_id = of_order and i.position = l.position;
  delete from public.order_items i using jsonb_to_recordset(split -> 'lines') as l (position integer, quantity integer)
  where i.order_id = of_order and i.position = l.position and i.quantity = l.quantity;
  update public.order_items i set
    quantity = i.quantity - l.quantity,
    discount_amount = i.discount_amount - (i.unit_price::bigint * l.quantity - private.get_line_credit(i, l.quantity))::integer
  from jsonb_to_recordset(split -> 'lines') as l (position integer, quantity integer)
  where i.order_id = of_order and i.position = l.position;

  second.payment_info := first.payment_info || jsonb_build_object('items', private.list_order_items(new_id));
  perform set_config('yaare.split_order', new_id::text, true);
  insert into public.orders (
    id, number, user_id, customer_name, customer_email, customer_phone, total_amount, shipping_amount, items_count,
    stage, shipping_address, payment_info, notes, reservation_ends_at, stock_released_at, zone_id, zone_name,
    pickup_point_id, pickup_point_name, delivery_day, delivery_half, weight_grams, source, discount_amount,
    discount_reason, split_from_id
  )
  values (
    second.id, second.number, second.user_id, second.customer_name, second.customer_email, second.customer_phone,
    second.total_amount, 0, second.items_count, second.stage, second.shipping_address, second.payment_info,
    second.notes, second.reservation_ends_at, second.stock_released_at, second.zone_id, second.zone_name,
    second.pickup_point_id, second.pickup_point_name, second.delivery_day, second.delivery_half, second.weight_grams,
    second.source, second.discount_amount, second.discount_reason, of_order
  );
  perform set_config('yaare.split_order', '', true);
  update public.orders o set
    total_amount = o.total_amount - second.total_amount, discount_amount = o.discount_amount - second.discount_amount,
    discount_reason = case when o.discount_amount > second.discount_amount then o.discount_reason end,
    items_count = o.items_count - second.items_count, weight_grams = nullif(o.weight_grams - coalesce(second.weight_grams, 0), 0),
    payment_info = o.payment_info || jsonb_build_object('items', private.list_order_items(of_order)),
    updated_at = now()
  where o.id = of_order;
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data)
  values (
    event_id, of_order, 'changed', now(), auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid()),
    jsonb_build_object(
      'total_before', first.total_amount, 'total_after', first.total_amount - second.total_amount,
      'split_to', second.number
    )
  );
  perform private.tell_order(first, event_id, 'order_changed');
  perform private.tell_order(second, new_id, 'order_confirmation');
  return query select second.id, second.number, second.total_amount, first.total_amount - second.total_amount;
end
$$;

-- What was ordered, on the pages of customers, couriers and staff ---------------------------------------------------

create or replace function private.track_order(token text)
returns table(number text, stage text, placed_at timestamp with time zone, items jsonb, total_amount integer, due_amount integer, payment_method text, town text, quarter text, pickup_point_name text, delivery_day date, delivery_half text, cancellation_reason text, courier_name text, courier_phone text, may_cancel boolean, slots jsonb, timeline jsonb)
language sql stable security definer rows 1 set search_path = ''
as $$
  select
    o.number, o.stage::text, o.created_at,
    (
      select jsonb_agg(jsonb_build_object(
        'name', i.name, 'quantity', i.quantity - i.returned_quantity, 'sold_by', i.sold_by
      ) order by i.position)
      from public.order_items i where i.order_id = o.id and i.quantity > i.returned_quantity
    ),
    o.total_amount, greatest(private.get_due_amount(o) - o.paid_amount, 0), o.payment_info ->> 'method',
    o.shipping_address ->> 'city', o.shipping_address ->> 'quarter', o.pickup_point_name,
    o.delivery_day, o.delivery_half::text, o.cancellation_reason,
    c.name, c.phone,
    o.stage in ('to_confirm', 'confirmed') and o.paid_amount = 0,
    coalesce((
      select jsonb_agg(jsonb_build_object('day', s.day, 'half', s.half)) from private.list_open_slots(o) s
    ), '[]'),
    coalesce((
      select jsonb_agg(jsonb_build_object('kind', e.kind, 'at', e.at) order by e.at, e.recorded_at, e.id)
      from (
        select e.* from public.order_events e
        where e.order_id = o.id and e.conflict is null
          and (
            e.kind in ('changed', 'returned')
            or e.kind <> 'called' and exists (select from private.order_transitions t where t.kind = e.kind)
          )
        order by e.at limit 50
      ) e
    ), '[]')
  from private.find_tracked_order(track_order.token) o
  left join lateral (
    select split_part(btrim(r.courier_name), ' ', 1) as name, p.phone
    from public.run_stops s
    join public.runs r on r.id = s.run_id and r.state = 'out'
    left join public.profiles p on p.id = r.courier_id
    where s.order_id = o.id and s.is_open and o.stage = 'on_road'
  ) c on true
  where o.id is not null
$$;

create or replace function private.get_run(of_run uuid)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', r.id, 'day', r.day, 'name', r.name, 'state', r.state, 'courier_id', r.courier_id,
    'courier_name', r.courier_name, 'proof', r.proof, 'updated_at', r.updated_at, 'out_at', r.out_at,
    'stops', coalesce((
      select jsonb_agg(jsonb_build_object(
        'order_id', o.id, 'number', o.number, 'is_open', s.is_open, 'stage', o.stage,
        'customer_name', o.customer_name, 'customer_phone', coalesce(o.shipping_address ->> 'phone', o.customer_phone),
        'address', o.shipping_address - 'phone' - 'postalCode', 'notes', o.notes, 'zone_name', o.zone_name,
        'delivery_half', o.delivery_half, 'items_count', o.items_count, 'weight_grams', o.weight_grams,
        'due_amount', greatest(private.get_due_amount(o) - o.paid_amount, 0),
        'lines', (
          select jsonb_agg(jsonb_build_object(
            'name', i.name, 'quantity', i.quantity - i.returned_quantity, 'sold_by', i.sold_by
          ) order by i.position)
          from public.order_items i where i.order_id = o.id and i.quantity > i.returned_quantity
        ),
        'outcome', (
          select jsonb_build_object('id', e.id, 'kind', e.kind, 'at', e.at, 'conflict', e.conflict)
          from public.order_events e
          where e.order_id = o.id and e.actor_id = r.courier_id and e.recorded_at >= r.out_at
            and e.kind in ('delivered', 'partly_delivered', 'refused', 'absent')
          order by e.conflict is null, e.recorded_at, e.id limit 1
        )
      ) order by s.position)
      from public.run_stops s join public.orders o on o.id = s.order_id
      where s.run_id = r.id
    ), '[]')
  )
  from public.runs r
  where r.id = of_run and (select private.has_right('orders.read'))
$$;

create or replace function private.list_courier_runs()
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', r.id, 'day', r.day, 'name', r.name, 'proof', r.proof,
    'stops', coalesce((
      select jsonb_agg(jsonb_build_object(
        'order_id', o.id, 'number', o.number, 'position', s.position, 'is_open', s.is_open, 'stage', o.stage,
        'customer_name', o.customer_name, 'phone', coalesce(o.shipping_address ->> 'phone', o.customer_phone),
        'address', o.shipping_address - 'phone' - 'postalCode', 'notes', o.notes, 'half_day', o.delivery_half,
        'due_amount', greatest(private.get_due_amount(o) - o.paid_amount, 0),
        'lines', (
          select jsonb_agg(jsonb_build_object(
            'position', i.position, 'name', i.name, 'quantity', i.quantity - i.returned_quantity,
            'sold_by', i.sold_by,
            'credits', array(
              select private.get_line_credit(i, pieces)
              from generate_series(1, least(i.quantity - i.returned_quantity, 500)) as pieces
            )
          ) order by i.position)
          from public.order_items i where i.order_id = o.id and i.quantity > i.returned_quantity
        ),
        'outcome', (
          select jsonb_build_object('id', e.id, 'kind', e.kind, 'at', e.at, 'conflict', e.conflict)
          from public.order_events e
          where e.order_id = o.id and e.actor_id = r.courier_id and e.recorded_at >= r.out_at
            and e.kind in ('delivered', 'partly_delivered', 'refused', 'absent')
          order by e.conflict is null, e.recorded_at, e.id limit 1
        )
      ) order by s.position)
      from public.run_stops s join public.orders o on o.id = s.order_id
      where s.run_id = r.id
    ), '[]')
  ) order by r.day, r.out_at, r.id), '[]')
  from (
    select * from public.runs r
    where r.courier_id = auth.uid() and r.state = 'out' and (select private.has_right('runs.drive'))
    order by r.day desc, r.id limit 20
  ) r
$$;

drop function public.pick_list(uuid[]);
drop function private.pick_list(uuid[]);
create function private.pick_list(order_ids uuid[])
returns table(product_id uuid, name text, reference text, shelf text, image text, quantity integer, orders jsonb, variant_id uuid, barcode text, sold_by jsonb)
language plpgsql stable security definer rows 100 set search_path = ''
as $$
begin
  perform private.require_right('orders.prepare');
  if cardinality(order_ids) > 50 then
    raise exception using errcode = 'YA010', message = 'Une liste de préparation réunit au plus 50 commandes';
  end if;
  return query
    select n.product_id, coalesce(max(p.name), max(n.name)) as product_name, max(p.reference), max(p.shelf),
      coalesce(max(p.image), max(n.image)), sum(n.pieces)::integer,
      jsonb_agg(
        jsonb_build_object('id', n.order_id, 'number', n.number, 'quantity', n.pieces)
        order by n.due_day, n.created_at, n.order_id
      ),
      n.variant_id, max(p.barcode), n.sold_by
    from (
      -- A product that was deleted is known by its name.
      select o.id as order_id, o.number, o.due_day, o.created_at, i.product_id, i.variant_id, i.sold_by,
        case when s.id is null then i.name end as deleted_name, max(i.name) as name, max(i.image) as image,
        sum(i.quantity - i.returned_quantity)::integer as pieces
      from public.orders o join public.order_items i on i.order_id = o.id
      left join public.sellable_items s on s.id = coalesce(i.variant_id, i.product_id)
      where o.id = any (order_ids) and o.stage in ('to_confirm', 'confirmed')
      group by o.id, i.product_id, i.variant_id, i.sold_by, deleted_name
    ) n
    left join public.sellable_items p on p.id = coalesce(n.variant_id, n.product_id)
    group by n.product_id, n.variant_id, n.sold_by, n.deleted_name
    order by max(p.shelf), product_name, n.product_id, n.variant_id;
end
$$;
revoke all on function private.pick_list(uuid[]) from public;
grant execute on function private.pick_list(uuid[]) to authenticated, service_role;

create function public.pick_list(order_ids uuid[])
returns table(product_id uuid, name text, reference text, shelf text, image text, quantity integer, orders jsonb, variant_id uuid, barcode text, sold_by jsonb)
language sql stable rows 100 set search_path = ''
as $$
  select * from private.pick_list(order_ids)
$$;
revoke all on function public.pick_list(uuid[]) from public, anon;
grant execute on function public.pick_list(uuid[]) to authenticated, service_role;
comment on function public.pick_list(uuid[]) is
  'What to take from the shelves for up to 50 orders that are not prepared yet: each product once, in the order of the shelves, with the orders that need it ([{id, number, quantity}]). 42501 without the right orders.prepare.';

drop function public.pieces_to_count_in();
drop function private.list_pieces_to_count_in();
create function private.list_pieces_to_count_in()
returns table(order_id uuid, number text, customer_name text, stage text, held_by text, line_position integer, name text, image text, is_stocked boolean, missing integer, sold_by jsonb)
language sql stable security definer rows 50 set search_path = ''
as $$
  -- The planner takes a comparison of two columns for a third of the lines: so it is told how many there are at most.
  with missing as materialized (
    select i.* from public.order_items i where i.counted_in_quantity < i.returned_quantity limit 2000
  )
  select o.id, o.number, o.customer_name, o.stage::text,
    (
      select r.courier_name from public.run_stops s join public.runs r on r.id = s.run_id
      where s.order_id = o.id order by r.day desc, r.id limit 1
    ),
    i.position, i.name, i.image, exists (select from public.sellable_items p where p.id = coalesce(i.variant_id, i.product_id)),
    i.returned_quantity - i.counted_in_quantity, i.sold_by
  from missing i join public.orders o on o.id = i.order_id
  where (select private.has_right('orders.read'))
  order by o.updated_at, o.id, i.position
$$;
revoke all on function private.list_pieces_to_count_in() from public;
grant execute on function private.list_pieces_to_count_in() to authenticated, service_role;

create function public.pieces_to_count_in()
returns table(order_id uuid, number text, customer_name text, stage text, held_by text, line_position integer, name text, image text, is_stocked boolean, missing integer, sold_by jsonb)
language sql stable rows 50 set search_path = ''
as $$
  select * from private.list_pieces_to_count_in()
$$;
revoke all on function public.pieces_to_count_in() from public, anon;
grant execute on function public.pieces_to_count_in() to authenticated, service_role;
comment on function public.pieces_to_count_in() is
  'The pieces that were refused and have not been counted in, by order, those that wait longest first. No rows without the right orders.read.';

drop function public.returnable_lines(uuid);
drop function private.list_returnable_lines(uuid);
create function private.list_returnable_lines(of_order uuid)
returns table(line_position integer, name text, image text, quantity integer, returnable integer, sold_by jsonb)
language sql stable security definer rows 5 set search_path = ''
as $$
  select i.position, i.name, i.image, i.quantity,
    i.quantity - i.returned_quantity - coalesce((
      select sum(l.quantity)::integer
      from public.order_return_lines l join public.order_returns r on r.id = l.return_id
      where l.order_id = i.order_id and l.position = i.position and r.state in ('requested', 'accepted')
    ), 0),
    i.sold_by
  from public.orders o join public.order_items i on i.order_id = o.id
  where o.id = of_order and o.stage = 'delivered' and (
    private.has_right('returns.open')
    or o.user_id = auth.uid() and not private.lacks_second_factor()
      and private.get_return_deadline(o) >= (now() at time zone 'UTC')::date
  )
  order by i.position
$$;
revoke all on function private.list_returnable_lines(uuid) from public;
grant execute on function private.list_returnable_lines(uuid) to authenticated, service_role;

create function public.returnable_lines(of_order uuid)
returns table(line_position integer, name text, image text, quantity integer, returnable integer, sold_by jsonb)
language sql stable rows 5 set search_path = ''
as $$
  select * from private.list_returnable_lines(of_order)
$$;
revoke all on function public.returnable_lines(uuid) from public, anon;
grant execute on function public.returnable_lines(uuid) to authenticated, service_role;
comment on function public.returnable_lines(uuid) is
  'The lines of a delivered order with the pieces that can still be returned; no rows once the days of the settings are over, which do not bind the staff.';
