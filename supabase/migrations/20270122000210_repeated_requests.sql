-- What is sent again under its id is answered as what was recorded only when it says the same: whoever has corrected a
-- form after a lost answer was told that the correction is recorded.

CREATE OR REPLACE FUNCTION private.refund_order(refund jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  amount constant integer := private.read_amount(refund, 'amount');
  method constant text := refund ->> 'method';
  reference constant text := nullif(btrim(refund ->> 'reference'), '');
  source constant text := case method when 'cash' then 'drawer' when 'order' then 'credit' else method end;
  target public.orders;
  other public.orders;
  known public.cash_movements;
  refundable integer;
  actor_name constant text := (select a.name from public.admin_users a where a.id = auth.uid());
begin
  perform private.require_right('returns.refund');
  if (refund ->> 'id') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' is not true
    or (refund ->> 'order_id') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' is not true
    or method in ('cash', 'mobile_money', 'order') is not true
  then
    raise exception using errcode = 'YA010', message = 'Ce remboursement est invalide';
  elsif amount > 0 is not true then
    raise exception using errcode = 'YA010', message = 'Le montant est un nombre entier de francs';
  elsif method = 'mobile_money' and char_length(reference) between 1 and 100 is not true then
    raise exception using errcode = 'YA010', message = case when char_length(reference) > 100
      then 'La référence compte au plus 100 caractères' else 'La référence du paiement mobile est requise' end;
  end if;
  perform from public.orders o
  where o.id = (refund ->> 'order_id')::uuid or method = 'order' and o.number = upper(btrim(refund ->> 'to_number'))
  order by o.id for no key update;
  select * into target from public.orders o where o.id = (refund ->> 'order_id')::uuid;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Cette commande n''existe plus';
  end if;
  refundable := target.paid_amount - private.get_due_amount(target);
  select * into known from public.cash_movements m where m.id = (refund ->> 'id')::uuid;
  if known.id is not null then
    if (known.order_id, known.amount, known.to_account::text, known.from_account::text, known.reference) is distinct from (
      target.id, amount, 'order', source,
      case when method = 'order' then upper(btrim(refund ->> 'to_number')) else left(reference, 100) end
    ) then
      raise exception using errcode = 'YA010', message = 'Ce remboursement a déjà été enregistré avec un autre contenu';
    end if;
    return refundable;
  elsif amount > refundable then
    raise exception using errcode = 'YA010', message = format(
      'Le montant dépasse ce qui est à rembourser : %s XOF', private.format_thousands(greatest(refundable, 0))
    );
  end if;
  if method = 'order' then
    select * into other from public.orders o where o.number = upper(btrim(refund ->> 'to_number'));
    if other.id is null or other.id = target.id then
      raise exception using errcode = 'YA010', message = 'La nouvelle commande n''existe pas';
    elsif (
      other.user_id = target.user_id
      or private.get_phone_key(other.customer_phone) = private.get_phone_key(target.customer_phone)
    ) is not true then
      raise exception using errcode = 'YA010', message = 'La nouvelle commande est d''un autre client';
    elsif other.stage not in ('to_confirm', 'confirmed', 'prepared') then
      raise exception using errcode = 'YA010', message = 'La nouvelle commande est déjà en route ou terminée';
    elsif amount > private.get_due_amount(other) - other.paid_amount then
      raise exception using errcode = 'YA010', message = format(
        'La nouvelle commande ne coûte plus que %s XOF',
        private.format_thousands(greatest(private.get_due_amount(other) - other.paid_amount, 0))
      );
    end if;
    insert into public.cash_movements (from_account, to_account, amount, order_id, reference, actor_id, actor_name)
    values ('order', 'credit', amount, other.id, target.number, auth.uid(), actor_name);
    perform private.write_event(other.id, gen_random_uuid(), 'note', jsonb_build_object('text', format(
      'Avoir de la commande %s : %s XOF', target.number, private.format_thousands(amount)
    )));
  end if;
  insert into public.cash_movements (id, from_account, to_account, amount, order_id, reference, actor_id, actor_name)
  values (
    (refund ->> 'id')::uuid, source, 'order',
    amount, target.id, coalesce(other.number, left(reference, 100)), auth.uid(), actor_name
  );
  perform private.write_event(target.id, gen_random_uuid(), 'refunded', jsonb_strip_nulls(jsonb_build_object(
    case method when 'order' then 'credit' else method end, amount,
    'reference', coalesce(other.number, left(reference, 100))
  )));
  return refundable - amount;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_return(request jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account constant uuid := auth.uid();
  is_staff constant boolean := private.has_right('returns.open');
  sent_reason constant text := nullif(btrim(request ->> 'reason'), '');
  lines constant jsonb := request -> 'lines';
  target public.orders;
  sent record;
begin
  if (request ->> 'id') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' is not true
    or (request ->> 'order_id') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' is not true
  then
    raise exception using errcode = 'YA010', message = 'Ce retour est invalide';
  end if;
  select * into target from public.orders o where o.id = (request ->> 'order_id')::uuid for no key update;
  if target.id is null
    or not (is_staff or target.user_id is not distinct from account and account is not null and not private.lacks_second_factor())
  then
    raise sqlstate 'PT404' using message = 'Cette commande n''existe pas';
  elsif exists (
    select from public.order_returns r
    where r.id = (request ->> 'id')::uuid and r.order_id = target.id and r.opened_by is not distinct from account
      and r.reason = sent_reason and (
        select coalesce(jsonb_object_agg(l.position, l.quantity), '{}')
        from public.order_return_lines l where l.return_id = r.id
      ) = (
        select coalesce(jsonb_object_agg(l.position, l.quantity) filter (where l.position is not null), '{}')
        from private.read_pieces(lines) l
      )
  ) then
    -- Sent twice.
    return (request ->> 'id')::uuid;
  elsif exists (select from public.order_returns r where r.id = (request ->> 'id')::uuid) then
    raise exception using errcode = 'YA010', message = 'Ce retour a déjà été envoyé avec un autre contenu';
  elsif target.stage <> 'delivered' then
    raise exception using errcode = 'YA010', message = 'Seule une commande livrée se retourne';
  elsif not is_staff and (private.get_return_deadline(target) >= (now() at time zone 'UTC')::date) is not true then
    raise exception using errcode = 'YA010', message = 'Le délai de retour est passé : appelez-nous';
  elsif char_length(sent_reason) between 1 and 1000 is not true then
    raise exception using errcode = 'YA010', message = 'Le motif est requis, en 1 000 caractères au plus';
  end if;
  select count(*) as lines, count(distinct l.position) as positions,
    bool_or(l.quantity is null or l.quantity < 1 or r.line_position is null) as is_invalid,
    bool_or(l.quantity > r.returnable) as exceeds
  into sent
  from private.read_pieces(lines) l
  left join private.list_returnable_lines(target.id) r on r.line_position = l.position;
  if sent.lines = 0 or sent.positions < sent.lines or sent.is_invalid then
    raise exception using errcode = 'YA010', message = 'Choisissez les articles à retourner';
  elsif sent.exceeds then
    raise exception using errcode = 'YA010', message = 'Plus de pièces sont retournées que livrées';
  end if;
  if not is_staff then
    perform private.take_limit('order_returns', 'everyone', 'account', account::text);
  end if;
  insert into public.order_returns (id, order_id, state, reason, opened_by, decided_at)
  values (
    (request ->> 'id')::uuid, target.id, case when is_staff then 'accepted' else 'requested' end, sent_reason, account,
    case when is_staff then now() end
  )
  on conflict (id) do nothing;
  if not found then
    raise exception using errcode = 'YA010', message = 'Ce retour a déjà été envoyé avec un autre contenu';
  end if;
  insert into public.order_return_lines (return_id, order_id, position, quantity)
  select (request ->> 'id')::uuid, target.id, l.position, l.quantity from private.read_pieces(lines) l;
  perform private.write_event(
    target.id, gen_random_uuid(), case when is_staff then 'return_accepted' else 'return_requested' end,
    jsonb_build_object('reason', sent_reason)
  );
  return (request ->> 'id')::uuid;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_in_return(of_order uuid, event_id uuid, lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known public.order_events;
  problem text;
begin
  perform private.require_right('returns.receive');
  perform from public.orders o where o.id = of_order for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette commande n''existe plus';
  end if;
  select * into known from public.order_events e where e.id = event_id;
  if known.id is not null
    and (known.order_id, known.kind::text, known.data -> 'lines') = (of_order, 'returned', private.list_pieces(lines))
  then
    -- Sent twice.
    return;
  end if;
  problem := private.find_pieces_problem(of_order, lines);
  if problem is null and exists (
    select from private.read_pieces(lines) l
    join public.order_items i on i.order_id = of_order and i.position = l.position
    group by i.position, i.returned_quantity, i.counted_in_quantity
    having sum(l.quantity) > i.returned_quantity - i.counted_in_quantity
  ) then
    problem := 'Plus de pièces sont comptées que revenues';
  end if;
  if problem is not null or event_id is null or known.id is not null then
    raise exception using errcode = 'YA010', message = case
      when (known.order_id, known.kind::text) = (of_order, 'returned') then 'Ces pièces sont déjà comptées, autrement : rouvrez la commande'
      else coalesce(problem, 'Cet événement est invalide') end;
  end if;
  perform private.write_event(of_order, event_id, 'returned', jsonb_build_object('lines', private.list_pieces(lines)));
  perform private.count_in_pieces(of_order, event_id, lines);
end
$function$;

CREATE OR REPLACE FUNCTION private.receive_goods(arrival jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  uuid_format constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  lines constant jsonb := case when jsonb_typeof(arrival -> 'lines') = 'array' then arrival -> 'lines' else '[]' end;
  target public.receipts;
  known public.receipt_arrivals;
  new_state text;
begin
  perform private.require_right('stock.receive');
  if arrival ->> 'id' ~ uuid_format is not true or arrival ->> 'receipt_id' ~ uuid_format is not true then
    raise exception using errcode = 'YA010', message = 'Cette réception est invalide';
  end if;
  select * into target from public.receipts r where r.id = (arrival ->> 'receipt_id')::uuid for no key update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Ce bon n''existe plus';
  end if;
  select * into known from public.receipt_arrivals a where a.id = (arrival ->> 'id')::uuid;
  if known.receipt_id = target.id and array(
    select (k ->> 'item_id', k ->> 'quantity')::text from jsonb_array_elements(known.lines) k
  ) = array(
    select (s ->> 'item_id', s ->> 'quantity')::text from jsonb_array_elements(lines) s
  ) then
    -- Sent twice.
    return target.state;
  elsif known.id is not null then
    raise exception using errcode = 'YA010',
      message = 'Cette réception est déjà enregistrée, avec d''autres quantités : rouvrez le bon';
  elsif target.closed_at is not null then
    raise exception using errcode = 'YA010', message = 'Ce bon est clos';
  elsif jsonb_array_length(lines) not between 1 and 500
    or exists (
      select from jsonb_array_elements(lines) s
      where (
        s ->> 'quantity' ~ '^[0-9]{1,7}$' and (s ->> 'quantity')::integer between 1 and 1000000
        and exists (
          select from public.receipt_lines l where l.receipt_id = target.id and l.item_id::text = s ->> 'item_id'
        )
      ) is not true
    )
    or (select count(*) <> count(distinct s ->> 'item_id') from jsonb_array_elements(lines) s)
  then
    raise exception using errcode = 'YA010', message = 'Les quantités reçues sont des nombres entiers, au moins une';
  end if;
  if exists (
    select from jsonb_array_elements(lines) s
    join public.receipt_lines l on l.receipt_id = target.id and l.item_id = (s ->> 'item_id')::uuid
    where l.received_quantity + (s ->> 'quantity')::integer > 1000000
  ) then
    raise exception using errcode = 'YA010', message = 'Un bon reçoit au plus 1 000 000 pièces d''un article';
  end if;
  insert into public.receipt_arrivals (id, receipt_id, lines, actor_id, actor_name)
  values (
    (arrival ->> 'id')::uuid, target.id,
    (
      select jsonb_agg(jsonb_build_object('item_id', s ->> 'item_id', 'quantity', (s ->> 'quantity')::integer))
      from jsonb_array_elements(lines) s
    ),
    auth.uid(), (select u.name from public.admin_users u where u.id = auth.uid())
  );
  -- As orders do: the products first, in the order of their ids; their steps stay the same from here on.
  perform from public.products p
  where p.id in (
    select l.product_id from jsonb_array_elements(lines) s
    join public.receipt_lines l on l.receipt_id = target.id and l.item_id = (s ->> 'item_id')::uuid
  )
  order by p.id for no key update;
  perform private.write_stock_movements((
    select jsonb_agg(jsonb_build_object(
      'product_id', coalesce(l.product_id, l.item_id), 'variant_id', l.variant_id, 'kind', 'receipt',
      'quantity', (s ->> 'quantity')::integer, 'unit_cost', l.unit_cost, 'sold_by', case when l.unit_cost is not null then l.sold_by end, 'receipt_id', target.id
    ))
    from jsonb_array_elements(lines) s
    join public.receipt_lines l on l.receipt_id = target.id and l.item_id = (s ->> 'item_id')::uuid
  ));
  perform private.correct_steps((
    select jsonb_agg(jsonb_build_object(
      'item_id', l.item_id, 'quantity', (s ->> 'quantity')::integer, 'sold_by', l.sold_by
    ))
    from jsonb_array_elements(lines) s
    join public.receipt_lines l on l.receipt_id = target.id and l.item_id = (s ->> 'item_id')::uuid
    where l.sold_by is not null
  ));
  update public.receipt_lines l set received_quantity = l.received_quantity + (s ->> 'quantity')::integer
  from jsonb_array_elements(lines) s
  where l.receipt_id = target.id and l.item_id = (s ->> 'item_id')::uuid;
  new_state := private.get_receipt_state(target.id);
  update public.receipts r set state = new_state, updated_at = now() where r.id = target.id;
  return new_state;
end
$function$;

CREATE OR REPLACE FUNCTION private.save_count_line(line jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  uuid_format constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  item record;
begin
  perform private.require_right('stock.count');
  if line ->> 'id' ~ uuid_format is not true or line ->> 'count_id' ~ uuid_format is not true
    or line ->> 'item_id' ~ uuid_format is not true
  then
    raise exception using errcode = 'YA010', message = 'Ce comptage est invalide';
  elsif (line ->> 'quantity' ~ '^[0-9]{1,7}$' and (line ->> 'quantity')::integer <= 1000000) is not true then
    raise exception using errcode = 'YA010', message = 'La quantité comptée est un nombre entier, ou zéro';
  end if;
  perform private.lock_open_count((line ->> 'count_id')::uuid, false);
  -- Sent twice: what was sold since is not counted again. Another quantity is counted now.
  if exists (
    select from public.stock_count_lines l
    where l.id = (line ->> 'id')::uuid and l.quantity = (line ->> 'quantity')::integer
  ) then
    return;
  end if;
  -- A closing of another count either sees this line or is seen by it.
  perform from public.products p
  where p.id = (select s.product_id from public.sellable_items s where s.id = (line ->> 'item_id')::uuid)
  for no key update;
  select s.product_id, s.variant_id, s.stock,
    (
      select coalesce(sum(
        i.quantity + private.get_step_difference(i.quantity, i.sold_by, s.unit, s.step_size)
      ), 0)::integer
      from public.order_items i join public.orders o on o.id = i.order_id
      where i.product_id = s.product_id and i.variant_id is not distinct from s.variant_id
        and o.stage in ('to_confirm', 'confirmed') and o.stock_released_at is null
    ) as reserved
  into item
  from public.sellable_items s where s.id = (line ->> 'item_id')::uuid;
  if item.product_id is null then
    raise exception using errcode = 'YA010', message = 'Cet article n''est plus au catalogue';
  end if;
  insert into public.stock_count_lines as l (
    id, count_id, product_id, variant_id, actor_id, actor_name, quantity, stock, reserved_quantity
  )
  values (
    (line ->> 'id')::uuid, (line ->> 'count_id')::uuid, item.product_id, item.variant_id, auth.uid(),
    (select u.name from public.admin_users u where u.id = auth.uid()), (line ->> 'quantity')::integer, item.stock,
    item.reserved
  )
  on conflict on constraint stock_count_lines_item_key do update set
    id = excluded.id, quantity = excluded.quantity, stock = excluded.stock,
    reserved_quantity = excluded.reserved_quantity, is_discarded = false, at = now();
end
$function$;

CREATE OR REPLACE FUNCTION private.change_order(of_order uuid, expected_updated_at timestamp with time zone, change jsonb)
 RETURNS TABLE(total_amount integer, previous_total integer, paid_amount integer, updated_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event_id constant uuid := case when change ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (change ->> 'id')::uuid end;
  -- The total that was shown is no part of what was changed.
  content constant text := md5((change - 'total')::text);
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
  changes jsonb;
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
      and coalesce(e.data ->> 'content', content) = content
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
  if differences is null and sent.shipping_amount = target.shipping_amount
    and sent.pickup_point_id is not distinct from target.pickup_point_id
    and sent.shipping_address - 'phone' = target.shipping_address - 'phone'
  then
    -- Nothing changes that the delivery depends on: its zone may have been closed since.
    sent.zone_id := target.zone_id;
    sent.zone_name := target.zone_name;
    sent.pickup_point_name := target.pickup_point_name;
    computed_fee := sent.shipping_amount;
  elsif sent.pickup_point_id = target.pickup_point_id then
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
    case when sent.customer_phone <> target.customer_phone
      or sent.shipping_address -> 'phone' <> target.shipping_address -> 'phone' then 'customer_phone' end,
    case when sent.shipping_address - 'phone' <> target.shipping_address - 'phone'
      or sent.pickup_point_id is distinct from target.pickup_point_id then 'address' end,
    case when (sent.delivery_day, sent.delivery_half::text) is distinct from (target.delivery_day, target.delivery_half::text)
      then 'delivery_day' end,
    case when sent.shipping_amount <> target.shipping_amount then 'fee' end,
    case when totals.discount <> target.discount_amount then 'discount' end,
    case when sent.notes is distinct from target.notes then 'notes' end,
    case when sent.payment_info ->> 'method' <> target.payment_info ->> 'method' then 'payment_method' end
  ], null);
  changes := jsonb_strip_nulls(jsonb_build_object(
    'total_before', target.total_amount, 'total_after', total, 'lines', differences,
    'fields', nullif(to_jsonb(fields), '[]'), 'reason', left(nullif(btrim(change ->> 'reason'), ''), 500),
    'content', content
  ));
  if private.is_told_change(changes) then
    -- After the products and before the promo code, as when an order is placed: the limit of letters is a row that is locked.
    perform private.tell_order(target, event_id, 'order_changed');
  end if;

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
    (select a.name from public.admin_users a where a.id = auth.uid()), changes
  );
  return query select o.total_amount, target.total_amount, o.paid_amount, o.updated_at
    from public.orders o where o.id = of_order;
end
$function$;

CREATE OR REPLACE FUNCTION private.split_order(of_order uuid, expected_updated_at timestamp with time zone, split jsonb)
 RETURNS TABLE(id uuid, number text, total_amount integer, first_total integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_id constant uuid := case when split ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (split ->> 'id')::uuid end;
  event_id constant uuid := gen_random_uuid();
  content constant text := md5(split::text);
  first public.orders;
  second public.orders;
  later record;
begin
  perform private.require_right('orders.change');
  perform from public.orders o where o.id = of_order for no key update;
  if exists (
    select from public.orders o join public.order_events e on e.order_id = of_order and e.data ->> 'split_to' = o.number
    where o.id = new_id and o.split_from_id = of_order and coalesce(e.data ->> 'content', content) = content
  ) then
    return query select s.id, s.number, s.total_amount, f.total_amount
      from public.orders s join public.orders f on f.id = of_order where s.id = new_id;
    return;
  elsif exists (select from public.orders o where o.id = new_id) then
    raise exception using errcode = 'YA004', message = 'Cette commande a déjà été envoyée avec un autre contenu';
  end if;
  first := private.lock_order_to_change(of_order, expected_updated_at);
  -- A product that is being deleted meanwhile is waited for, or waits.
  perform from public.products p
  where p.id in (select i.product_id from public.order_items i where i.order_id = of_order)
  order by p.id for key share;
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
    items_count = o.items_count - second.items_count, weight_grams = nullif(greatest(o.weight_grams - coalesce(second.weight_grams, 0), 0), 0),
    payment_info = o.payment_info || jsonb_build_object('items', private.list_order_items(of_order)),
    updated_at = now()
  where o.id = of_order;
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data)
  values (
    event_id, of_order, 'changed', now(), auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid()),
    jsonb_build_object(
      'total_before', first.total_amount, 'total_after', first.total_amount - second.total_amount,
      'split_to', second.number, 'content', content
    )
  );
  perform private.tell_order(first, event_id, 'order_changed');
  perform private.tell_order(second, new_id, 'order_confirmation');
  return query select second.id, second.number, second.total_amount, first.total_amount - second.total_amount;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_settlement(settlement jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rows constant jsonb := settlement -> 'rows';
  carrier constant uuid := case when settlement ->> 'carrier_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (settlement ->> 'carrier_id')::uuid end;
  account constant text := settlement ->> 'account';
  stored public.carrier_settlements;
  sent record;
  parcel public.carrier_parcels;
  target public.orders;
  outcome text;
  expected integer;
  imported_at timestamptz;
  received_before integer := 0;
begin
  perform private.require_right('cash.close');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500 then
    raise exception using errcode = 'YA010', message = 'Un relevé compte de 1 à 500 lignes';
  elsif account in ('drawer', 'bank') is not true or settlement ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' is not true
    or char_length(btrim(settlement ->> 'file_name')) between 1 and 255 is not true
    or not exists (select from public.carriers c where c.id = carrier)
  then
    raise exception using errcode = 'YA010', message = 'Ce relevé est invalide';
  elsif exists (
    select from jsonb_array_elements(rows) r
    where char_length(btrim(r ->> 'number')) between 1 and 100 is not true or r -> 'amount' is null
      or private.read_amount(r, 'amount') between 0 and 100000000 is not true
  ) then
    raise exception using errcode = 'YA010', message = 'Chaque ligne a un numéro et un montant entier en francs';
  elsif (select sum(private.read_amount(r, 'amount')) from jsonb_array_elements(rows) r) > 1000000000 then
    raise exception using errcode = 'YA010', message = 'Le montant du relevé est trop élevé';
  end if;
  insert into public.carrier_settlements
    (id, carrier_id, received_account, reference, file_name, total_amount, actor_id, actor_name)
  values (
    (settlement ->> 'id')::uuid, carrier, account, left(nullif(btrim(settlement ->> 'reference'), ''), 100),
    btrim(settlement ->> 'file_name'),
    (select sum(private.read_amount(r, 'amount')) from jsonb_array_elements(rows) r), auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid())
  )
  on conflict (id) do nothing
  returning * into stored;
  if stored.id is null then
    -- Sent twice.
    select * into stored from public.carrier_settlements s where s.id = (settlement ->> 'id')::uuid;
    if (stored.carrier_id, stored.received_account::text, coalesce(stored.reference, ''))
        <> (carrier, account, coalesce(left(nullif(btrim(settlement ->> 'reference'), ''), 100), ''))
      or array(
        select (r.number, r.amount)::text from public.carrier_settlement_rows r where r.settlement_id = stored.id order by r.position
      ) <> array(
        select (btrim(l.line ->> 'number'), private.read_amount(l.line, 'amount'))::text
        from jsonb_array_elements(rows) with ordinality as l (line, position) order by l.position
      )
    then
      raise exception using errcode = 'YA010', message = 'Ce relevé est déjà importé avec un autre contenu : rouvrez la liste';
    end if;
    return stored.id;
  end if;
  perform from public.orders o
  where o.id in (
    select p.order_id from jsonb_array_elements(rows) r join public.carrier_parcels p
      on p.carrier_id = carrier and private.get_parcel_key(p.tracking_number) = private.get_parcel_key(r ->> 'number')
    union all
    select p.order_id from jsonb_array_elements(rows) r
    join public.orders n on n.number = upper(btrim(r ->> 'number'))
    join public.carrier_parcels p on p.order_id = n.id and p.carrier_id = carrier
  )
  order by o.id for no key update;
  for sent in
    select l.position::integer as position, btrim(l.line ->> 'number') as number,
      private.read_amount(l.line, 'amount') as amount
    from jsonb_array_elements(rows) with ordinality as l (line, position)
  loop
    parcel := private.find_parcel(carrier, sent.number);
    select * into target from public.orders o where o.id = parcel.order_id;
    expected := private.get_parcel_amount(target);
    outcome := case
      when parcel.order_id is null then 'unknown'
      -- All of its money came then: this is the same line once more.
      when exists (
        select from public.carrier_settlement_rows e
        where e.order_id = parcel.order_id and e.settlement_id = parcel.settlement_id and e.settlement_id <> stored.id
          and e.amount = sent.amount and (e.result = 'matched' or e.result = 'resolved' and e.expected_amount = e.amount)
      ) then 'resolved'
      when parcel.settled_at is not null then 'settled_before'
      when target.stage not in ('on_road', 'delivered') and expected = 0 and sent.amount > 0 then 'not_due'
      when expected <> sent.amount then 'differs'
      else 'matched'
    end;
    if outcome = 'matched' then
      perform private.settle_parcel(target, stored.id);
    elsif outcome = 'resolved' then
      received_before := received_before + sent.amount;
    end if;
    insert into public.carrier_settlement_rows
      (settlement_id, position, number, amount, result, expected_amount, order_id, note)
    values (
      stored.id, sent.position, sent.number, sent.amount, outcome,
      case outcome when 'differs' then expected when 'resolved' then 0 end, parcel.order_id,
      case when outcome = 'resolved' then format('Reçu avec le relevé du %s', (
        select to_char(s.created_at at time zone 'UTC', 'DD/MM/YYYY') from public.carrier_settlements s
        where s.id = parcel.settlement_id
      )) end
    );
  end loop;
  -- The same file once more would be the same money once more.
  select max(s.created_at) into imported_at
  from public.carrier_settlements s
  where s.carrier_id = carrier and s.id <> stored.id and not exists (
    select from public.carrier_settlement_rows n
    where n.settlement_id = stored.id and not exists (
      select from public.carrier_settlement_rows e
      where e.settlement_id = s.id and (private.get_parcel_key(e.number), e.amount) = (private.get_parcel_key(n.number), n.amount)
    )
  );
  if imported_at is not null then
    raise exception using errcode = 'YA010',
      message = format('Ces lignes ont déjà été importées le %s', to_char(imported_at at time zone 'UTC', 'DD/MM/YYYY'));
  end if;
  update public.carrier_settlements s set total_amount = s.total_amount - received_before where s.id = stored.id
  returning * into stored;
  insert into public.cash_movements
    (from_account, to_account, amount, carrier_id, reference, note, actor_id, actor_name)
  select 'carrier', account, stored.total_amount, carrier, stored.reference, left('Relevé ' || stored.file_name, 500),
    stored.actor_id, stored.actor_name
  where stored.total_amount > 0;
  return stored.id;
end
$function$;
