-- A change that says nothing about a line's discount keeps it, in proportion: a shopper's code was lost without a word. Whoever
-- may take less off than a code does can still take other lines out of the order. And an order whose discount is gone
-- altogether gives the use of its code back, or hands it to the part that was split from it with the discount.

create or replace function private.compute_staff_lines(of_order uuid, items jsonb, discount integer, customer uuid)
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
      private.read_amount(i.item, 'discount') as discount, i.item ? 'discount' as has_discount
    from jsonb_array_elements(items) with ordinality as i (item, ordinal)
  ),
  found_lines as (
    -- A line of the order keeps the price that the customer was told; with another quantity it costs what that one
    -- does, unless prices have changed since.
    select
      s.ordinal, s.quantity, d.discount, k.position as line_position, case when k.position is null then p.product_id else k.product_id end as product_id,
      case when k.position is null then p.variant_id else k.variant_id end as variant_id,
      coalesce(k.name, p.name) as name, case when k.position is null then p.image else k.image end as image,
      u.price as unit_price, p.stock, p.weight_grams, p.is_bulky,
      case
        when k.position is null then private.get_sold_by(p.unit, p.step_size, p.content_size, p.content_unit) else k.sold_by
      end as sold_by,
      u.price::numeric * s.quantity - d.discount as net
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
    -- So does its discount stay, in proportion, unless another one is sent.
    cross join lateral (
      select case
        when s.has_discount or k.position is null then s.discount
        else (k.discount_amount::bigint * least(s.quantity, k.quantity) / k.quantity)::integer
      end as discount
    ) d
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

  -- Of each kind of step the difference, so that what stays is not rounded.
  perform private.correct_steps(jsonb_agg(jsonb_build_object(
    'item_id', m.id, 'quantity', m.quantity, 'sold_by', m.sold_by
  )))
  from (
    select m.id, m.sold_by, sum(m.quantity)::integer as quantity
    from (
      select coalesce(i.variant_id, i.product_id), i.sold_by, i.quantity from public.order_items i
      where i.order_id = of_order and target.stock_released_at is null
      union all
      select coalesce(l.variant_id, l.product_id), nullif(l.sold_by, 'null'), -l.quantity
      from jsonb_to_recordset(lines) as l (product_id uuid, variant_id uuid, quantity integer, sold_by jsonb)
    ) m (id, sold_by, quantity)
    group by m.id, m.sold_by
    having sum(m.quantity) <> 0
  ) m;

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
  if (
      totals.discount > target.discount_amount
      or totals.discount::numeric * (target.total_amount - target.shipping_amount + target.discount_amount)
        > target.discount_amount::numeric * totals.subtotal
    ) and exists (
      -- A discount of a line, by a code for its category, is granted whatever other lines go.
      select from jsonb_to_recordset(lines) as l (position integer, quantity integer, discount_amount integer)
      left join public.order_items i on i.order_id = of_order and i.position = l.position
      where l.discount_amount > coalesce(i.discount_amount::bigint * least(l.quantity, i.quantity) / i.quantity, 0)
    )
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

create or replace function private.return_promo_code() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  heir uuid;
begin
  if tg_op = 'UPDATE' and new.status <> 'cancelled' then
    update public.orders o set promo_code = null where o.id = old.id;
  end if;
  with recursive parts as (
    select old.id, old.split_from_id
    union
    select o.id, o.split_from_id from public.orders o join parts p on o.split_from_id = p.id or o.id = p.split_from_id
  )
  select o.id into heir
  from public.orders o
  where o.id in (select p.id from parts p) and o.id <> old.id and o.status <> 'cancelled'
    -- A later part is delivered without a fee.
    and (o.discount_amount > 0 or exists (
      select from public.promo_codes c where c.code = old.promo_code and c.kind = 'free_delivery'
    ))
  order by o.created_at, o.id
  limit 1
  for no key update;
  if heir is null then
    update public.promo_codes c set used_count = greatest(c.used_count - 1, 0) where c.code = old.promo_code;
  else
    update public.orders o set promo_code = old.promo_code where o.id = heir;
  end if;
  return null;
end
$$;
comment on function private.return_promo_code() is
  'A cancelled order, or one that has lost its discount, gives the use of its code back, or hands the code to a part that was split from it and keeps a discount.';
create trigger orders_uncount_promo_code_discount after update of discount_amount on public.orders
  for each row when (
    new.status <> 'cancelled' and old.discount_amount > 0 and new.discount_amount = 0 and old.promo_code is not null
  )
  execute function private.return_promo_code();
