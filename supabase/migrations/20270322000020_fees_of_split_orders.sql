-- The fee of an order that was split stays with its first part. Another address or other lines of the later part, sent
-- without a fee, charged the delivery once more.

create or replace function private.complete_staff_order(sent jsonb, existing public.orders)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'customer_name', existing.customer_name, 'customer_phone', existing.customer_phone,
    -- The number of the delivery follows that of the customer, unless it is somebody else's.
    'shipping_address', case
      when private.get_phone_key(sent ->> 'customer_phone') <> private.get_phone_key(existing.customer_phone)
        and private.get_phone_key(existing.shipping_address ->> 'phone') = private.get_phone_key(existing.customer_phone)
        then existing.shipping_address - 'phone'
      else existing.shipping_address
    end,
    'pickup_point_id', existing.pickup_point_id,
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
  -- A fee that was agreed stays, unless what it was computed from changes. The first part of a split order has paid for both.
  || case
    when sent ?| '{items,shipping_address,pickup_point_id}' and not f.is_free and existing.split_from_id is null then '{}'
    else jsonb_build_object('fee', existing.shipping_amount)
  end
  || case when f.is_free and sent -> 'fee' = 'null' then sent - 'fee' else sent end
  || jsonb_build_object('source', existing.source)
  -- What is fetched at a point that was deleted since is still fetched, unless another point or a town is sent.
  || jsonb_build_object('pickup_point_name', case
    when existing.pickup_point_id is null and nullif(sent -> 'pickup_point_id', 'null') is null
      and btrim(coalesce(sent -> 'shipping_address' ->> 'city', '')) = ''
      then existing.pickup_point_name
  end)
  from (
    select exists (
      select from public.promo_codes c where c.code = existing.promo_code and c.kind = 'free_delivery'
    ) as is_free
  ) f
$$;

create or replace function private.set_order_delivery(placed public.orders, weight bigint, bulky boolean, subtotal bigint, by_service boolean)
returns public.orders
language plpgsql stable set search_path = '' as $$
declare
  delivery record;
begin
  if placed.pickup_point_id is not null then
    select p.name into placed.pickup_point_name from public.pickup_points p where p.id = placed.pickup_point_id and p.is_active;
    if not found then
      raise exception using errcode = 'YA005', message = 'Ce point de retrait n''est plus proposé : choisissez-en un autre';
    elsif placed.delivery_day is not null and not by_service then
      raise exception using errcode = 'YA005', message = 'Un retrait en magasin n''a pas de jour de livraison';
    end if;
    placed.shipping_amount := 0;
    return placed;
  end if;
  select * into delivery
  from private.delivery_fee(
    placed.shipping_address ->> 'city', placed.shipping_address ->> 'quarter', weight, bulky, subtotal
  );
  if delivery.fee is not null then
    placed.shipping_amount := delivery.fee;
  elsif not by_service then
    raise exception using errcode = 'YA005', message = private.get_too_heavy_message(delivery.zone_name);
  elsif placed.shipping_amount > 0 is not true
    -- What was agreed on is in the first part of a split order.
    and (placed.shipping_amount = 0 and placed.split_from_id is not null) is not true
  then
    perform private.raise_problem('fee', private.get_agreed_fee_message(delivery.zone_name));
  end if;
  placed.zone_id := delivery.zone_id;
  placed.zone_name := delivery.zone_name;
  if delivery.zone_id is not null then
    placed.earliest_day := private.get_first_day(coalesce(placed.created_at, now()), delivery.delay_hours, delivery.days);
  end if;
  -- The service may enter orders of former days.
  if placed.delivery_day is not null and not by_service then
    perform private.check_delivery_slot(
      placed.delivery_day, placed.delivery_half, delivery.zone_name, delivery.delay_hours, delivery.days
    );
  end if;
  return placed;
end
$$;

create or replace function private.read_staff_order(sent jsonb, existing public.orders)
 returns public.orders
 language plpgsql
 stable
 set search_path to ''
as $function$
declare
  today constant date := (now() at time zone 'UTC')::date;
  result public.orders;
  payment_method public.payment_method;
  is_delivered boolean;
  problems jsonb;
begin
  begin
    result := jsonb_populate_record(null::public.orders, jsonb_build_object(
      'id', sent ->> 'id', 'user_id', sent ->> 'customer_id',
      'customer_name', btrim(sent ->> 'customer_name'), 'customer_phone', btrim(sent ->> 'customer_phone'),
      'pickup_point_id', sent ->> 'pickup_point_id', 'notes', nullif(btrim(sent ->> 'notes'), ''),
      'delivery_day', sent ->> 'delivery_day', 'delivery_half', sent ->> 'delivery_half',
      'source', sent ->> 'source', 'discount_reason', nullif(btrim(sent ->> 'discount_reason'), '')
    ));
    payment_method := sent ->> 'payment_method';
  exception when data_exception or check_violation then
    perform private.raise_problem('', 'Cette commande est invalide');
  end;
  result.shipping_address := private.normalize_address(sent -> 'shipping_address', result.customer_phone);
  -- Of an order that exists, from complete_staff_order: that of a new one is the database's.
  if existing.id is not null then
    result.pickup_point_name := sent ->> 'pickup_point_name';
    result.split_from_id := existing.split_from_id;
  end if;
  is_delivered := num_nonnulls(result.pickup_point_id, result.pickup_point_name) = 0
    and not (result.source = 'counter' and result.shipping_address ->> 'city' = '');
  if jsonb_typeof(sent -> 'items') = 'array' is not true or sent -> 'items' = '[]'
    or jsonb_path_exists(sent, 'strict $.items[*] ? (@.type() != "object")')
  then
    perform private.raise_problem('items', 'Ajoutez au moins un article');
  elsif jsonb_array_length(sent -> 'items') > 100 then
    perform private.raise_problem('items', 'Une commande compte au plus 100 articles');
  elsif jsonb_path_exists(sent -> 'items', 'strict $[*] ? (@.type() != "object")') then
    perform private.raise_problem('items', 'Cette commande est invalide');
  end if;
  -- Null when one of them is no amount, or all together are too much.
  select case when d.total < 1000000000 then d.total end into result.discount_amount
  from (
    select sum(private.read_amount(i.item, 'discount')) + private.read_amount(sent, 'discount') as total,
      bool_or(private.read_amount(i.item, 'discount') is null) as is_wrong
    from jsonb_array_elements(sent -> 'items') i (item)
  ) d
  where not d.is_wrong;
  select jsonb_agg(private.build_problem(p.column_name, p.message)) into problems
  from (values
    ('customer_name', 'Le nom est requis', char_length(result.customer_name) >= 2 is not true),
    ('customer_name', 'Le nom compte au plus 200 caractères', char_length(result.customer_name) > 200),
    ('customer_name', 'Un nom ne contient ni adresse ni lien', private.contains_link(result.customer_name)),
    ('customer_phone', 'Numéro de téléphone invalide', char_length(result.customer_phone) between 8 and 40 is not true
      or result.customer_phone is distinct from existing.customer_phone and result.customer_phone !~ '^[+( ]*([0-9][+() ./-]*){8,15}$'),
    ('address', 'Adresse requise', is_delivered and char_length(result.shipping_address ->> 'address') < 5),
    ('address', 'L''adresse compte au plus 500 caractères', char_length(result.shipping_address ->> 'address') > 500),
    ('city', 'Ville requise', is_delivered and char_length(result.shipping_address ->> 'city') < 2),
    ('city', 'La ville compte au plus 120 caractères', char_length(result.shipping_address ->> 'city') > 120),
    ('notes', 'Les notes sont trop longues', char_length(result.notes) > 2000),
    ('delivery_day', 'Choisissez le jour de la livraison', result.delivery_half is not null and result.delivery_day is null),
    ('delivery_day', 'Ce jour est passé ou trop lointain',
      result.delivery_day is distinct from existing.delivery_day
        and result.delivery_day not between today and today + 365),
    ('source', 'Indiquez d''où vient la commande',
      existing.id is null and result.source in ('phone', 'whatsapp', 'counter') is not true),
    ('payment_method', 'Mode de paiement inconnu', payment_method is null),
    ('fee', 'Les frais sont un nombre entier de francs', private.read_amount(sent, 'fee') is null
      and jsonb_typeof(sent -> 'fee') <> 'null'),
    ('discount', 'La remise est un nombre entier de francs', result.discount_amount is null),
    ('discount_reason', 'Indiquez le motif de la remise',
      result.discount_amount > 0 and result.discount_reason is null),
    ('discount_reason', 'Le motif compte au plus 200 caractères',
      result.discount_amount > 0 and char_length(result.discount_reason) > 200)
  ) p (column_name, message, is_wrong)
  where p.is_wrong;
  if problems is not null then
    raise exception using errcode = 'YA007', message = problems -> 0 ->> 'message',
      detail = jsonb_build_object('problems', problems)::text;
  end if;
  if jsonb_typeof(sent -> 'fee') = 'number' then
    result.shipping_amount := private.read_amount(sent, 'fee');
  end if;
  result.payment_info := jsonb_build_object('method', payment_method);
  return result;
end
$function$;

create or replace function private.preview_staff_order(staff_order jsonb, of_order uuid)
returns TABLE(lines jsonb, subtotal bigint, discount bigint, fee integer, computed_fee integer, zone_name text, total bigint, maximum_percent integer, days date[], problem text)
language plpgsql stable security definer rows 1 set search_path = '' as $$
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
    or existing.id is not null and sent ->> 'pickup_point_name' is not null
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
    problem := case
      when delivery.fee is null and (jsonb_typeof(sent -> 'fee') = 'number' and private.read_amount(sent, 'fee') > 0) is not true
        and (sent -> 'fee' = '0' and existing.split_from_id is not null) is not true
        then private.get_agreed_fee_message(delivery.zone_name)
    end;
  end if;
  fee := case when jsonb_typeof(sent -> 'fee') = 'number' then private.read_amount(sent, 'fee') else computed_fee end;
  total := subtotal - discount + coalesce(fee, 0);
  return next;
end
$$;
