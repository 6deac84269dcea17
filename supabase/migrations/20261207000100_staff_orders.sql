-- Orders that staff enter and change, drafts, discounts, and orders that are split.
-- See docs/decisions/0061-orders-by-staff.md.

-- The kinds of mails are read and not repeated, so that this migration keeps those of others.
do $$
declare
  kinds constant text := (
    select string_agg(quote_literal(k.kind[1]), ', ' order by k.position)
    from pg_constraint c
    cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as k (kind, position)
    where c.conname = 'mail_kind_known'
  );
begin
  alter domain public.mail_kind drop constraint mail_kind_known;
  execute format(
    'alter domain public.mail_kind add constraint mail_kind_known check (value in (%s, ''order_changed''))', kinds
  );
end
$$;
comment on column public.mails.subject_id is
  'The order, the message or the stock alert that the mail is about; the event of an order that was changed; a random id for a mail about an account. No foreign key: the mail stays on record when its subject is deleted.';

-- Discounts --------------------------------------------------------------------------------------------------------

create table public.discount_limits (
  role public.staff_role primary key,
  maximum_percent public.percent not null,
  updated_at timestamptz not null default now(),
  constraint discount_limits_role_check check (role <> 'owner')
);
comment on table public.discount_limits is
  'How much of an order each role may take off, in percent of its products and its delivery. Owners have no limit; a role without a row gives nothing.';
insert into public.discount_limits (role, maximum_percent) values ('manager', 30), ('sales', 10);
create trigger discount_limits_set_updated_at before update on public.discount_limits
  for each row execute function private.set_updated_at();
create trigger discount_limits_record after update on public.discount_limits
  for each row execute function private.record_change('role', '', '', 'role');
alter table public.discount_limits enable row level security;
create policy "Staff read the limits of discounts" on public.discount_limits
  for select to authenticated using ((select private.get_staff_role()) is not null);
create policy "Owners change the limits of discounts" on public.discount_limits
  for update to authenticated using ((select private.has_right('staff.manage')))
  with check ((select private.has_right('staff.manage')));

alter table public.order_items add constraint order_items_discount_amount_check
  check (discount_amount >= 0 and discount_amount <= unit_price::bigint * quantity);
alter table public.orders add constraint orders_discount_reason_check check (char_length(discount_reason) <= 200);
comment on column public.orders.discount_amount is
  'The sum of the discounts of the lines, in francs, given for discount_reason. A discount on the whole order is shared among its lines.';

create or replace function private.get_line_credit(line public.order_items, pieces integer) returns integer
language sql immutable set search_path = '' as $$
  -- The difference of two rounded sums: however a line comes back, its pieces sum to what it cost.
  select (c.cost * (line.returned_quantity + pieces) / line.quantity - c.cost * line.returned_quantity / line.quantity)::integer
  from (select line.unit_price::bigint * line.quantity - line.discount_amount as cost) c
$$;
comment on function private.get_line_credit(public.order_items, integer) is
  'What so many more pieces of a line are worth to the customer who does not keep them, in francs, after its discount.';

create function private.get_discount_limit() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_role constant text := private.get_staff_role();
begin
  if current_setting('role') not in ('anon', 'authenticated') or caller_role = 'owner' then
    return null;
  elsif not private.has_right('orders.discount') then
    return 0;
  end if;
  return coalesce((select l.maximum_percent from public.discount_limits l where l.role = caller_role), 0);
end
$$;
comment on function private.get_discount_limit() is 'The percentage of an order that the caller may take off; null for no limit.';

create function private.raise_problem(column_name text, message text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'YA007', message = raise_problem.message,
    detail = jsonb_build_object('problems', jsonb_build_array(private.build_problem(column_name, raise_problem.message)))::text;
end
$$;
comment on function private.raise_problem(text, text) is 'Raises YA007 with one problem, which a form shows beside its field.';

create function private.check_discount(given bigint, amount bigint) returns void
language plpgsql stable set search_path = '' as $$
declare
  maximum constant integer := private.get_discount_limit();
begin
  if given > 0 and given * 100 > maximum * amount then
    perform private.raise_problem('discount', case when maximum = 0
      then 'Votre rôle ne permet pas de remise'
      else format('Votre rôle permet une remise de %s %% au plus : %s XOF', maximum,
        private.format_thousands(maximum * amount / 100))
    end);
  end if;
end
$$;
comment on function private.check_discount(bigint, bigint) is
  'Raises YA007 when the caller may not take so many francs off that amount. A fee below the computed one counts as a discount.';

-- Drafts -----------------------------------------------------------------------------------------------------------

create table public.order_drafts (
  id uuid primary key,
  label public.label not null,
  data jsonb not null,
  author_id uuid default auth.uid(),
  author_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint order_drafts_data_check check (jsonb_typeof(data) = 'object' and pg_column_size(data) <= 32768),
  constraint order_drafts_author_name_check check (char_length(author_name) <= 200)
);
comment on table public.order_drafts is
  'Orders that staff have not placed yet, as typed. The id becomes that of the order, and placing it deletes the draft.';
comment on column public.order_drafts.author_id is 'The account; kept, with the name, when it is no longer one of the shop''s.';
create index order_drafts_updated_at_idx on public.order_drafts (updated_at desc, id);
create index order_drafts_author_id_idx on public.order_drafts (author_id);
create trigger order_drafts_set_updated_at before update on public.order_drafts
  for each row execute function private.set_updated_at();

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('order_drafts', 'staff', 'account', 100, null, 'Brouillons de commandes d''un employé')
on conflict do nothing;

create function private.prepare_order_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  maximum constant bigint := private.get_limit_maximum('order_drafts', 'staff', 'account');
begin
  new.author_name := (select a.name from public.admin_users a where a.id = new.author_id);
  if exists (select from public.orders o where o.id = new.id) then
    raise exception using errcode = 'YA004', message = 'Cette commande est déjà passée';
  end if;
  -- Concurrent requests of one account would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('order_drafts.author_id ' || new.author_id::text, 0));
  if private.is_limited() and (select count(*) from public.order_drafts d where d.author_id = new.author_id) >= maximum then
    perform private.refuse('order_drafts', 'staff', 'account', null,
      format('Vous avez déjà %s brouillons : passez ou supprimez-en un', maximum));
  end if;
  return new;
end
$$;
create trigger order_drafts_prepare before insert on public.order_drafts
  for each row execute function private.prepare_order_draft();

alter table public.order_drafts enable row level security;
create policy "Staff who place orders read the drafts" on public.order_drafts
  for select to authenticated using ((select private.has_right('orders.place')));
create policy "Staff who place orders save drafts" on public.order_drafts
  for insert to authenticated with check ((select private.has_right('orders.place')));
create policy "Staff who place orders change the drafts" on public.order_drafts
  for update to authenticated using ((select private.has_right('orders.place')))
  with check ((select private.has_right('orders.place')));
create policy "Staff who place orders delete drafts" on public.order_drafts
  for delete to authenticated using ((select private.has_right('orders.place')));

-- What both ways to place an order share ---------------------------------------------------------------------------

-- In plpgsql, because a function in SQL that has a search path costs several times as much to call.
create function private.draw_order_number(digits integer) returns text
language plpgsql volatile set search_path = '' as $$
begin
  -- The first 48 bits of a version 4 uuid come from the system's cryptographic random source.
  return 'ORD-' || lpad(
    (('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % (10 ^ digits)::bigint)::text,
    digits, '0'
  );
end
$$;

create function private.normalize_address(sent jsonb, customer_phone text) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  address constant jsonb := jsonb_build_object(
    'address', coalesce(btrim(sent ->> 'address'), ''),
    'city', coalesce(btrim(sent ->> 'city'), ''),
    'postalCode', coalesce(btrim(sent ->> 'postalCode'), ''),
    'phone', coalesce(nullif(btrim(sent ->> 'phone'), ''), customer_phone)
  );
begin
  if sent ?| '{quarter,landmark,latitude,longitude}' then
    return address || private.get_address_details(sent);
  end if;
  return address;
end
$$;
comment on function private.normalize_address(jsonb, text) is 'An address as orders store it.';

alter table public.orders add column split_from_id uuid references public.orders (id) on delete set null;
comment on column public.orders.split_from_id is 'The order that this one was split from, to be delivered later.';
create index orders_split_from_id_idx on public.orders (split_from_id) where split_from_id is not null;

-- As before, but for orders of staff, whose fee may be their own, and for split orders.
create or replace function private.place_order() returns trigger
language plpgsql security definer
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
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
    end)
  into sent_ids, ids, quantities
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
  perform from public.products p where p.id = any (ids) order by p.id for no key update;
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
    from unnest(ids, quantities) with ordinality as l (id, quantity, position)
    where p.id = l.id and (p.stock >= l.quantity or not takes_stock)
    returning l.position, p.id, p.name, p.price, p.image, p.stock, p.weight_grams, p.is_bulky, l.quantity
  ),
  lines as (
    insert into public.order_items (order_id, position, product_id, name, image, unit_price, quantity)
    select new.id, t.position, t.id, t.name, t.image, t.price, t.quantity from taken t
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
      order by t.position
    ) as items,
    -- Pages show shoppers and administrators only whether a product is out of stock or low on stock.
    array_agg(t.id) filter (
      where t.stock = 0
        or (t.stock < context.low_stock_threshold and t.stock + t.quantity >= context.low_stock_threshold)
    ) as stock_changes
  into totals
  from taken t;
  ignored := set_config('yaare.placing_order', '', true);

  if totals.lines <> cardinality(ids) then
    perform private.raise_stock_error(sent_ids, ids, quantities, totals.items);
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


-- What staff send --------------------------------------------------------------------------------------------------

-- Drafts, previews, orders and changes have one form: {id, customer_id, customer_name, customer_phone,
-- shipping_address, pickup_point_id, delivery_day, delivery_half, notes, source, payment_method,
-- items: [{id, position, quantity, discount}], discount, discount_reason, fee, total}.

create function private.complete_staff_order(sent jsonb, existing public.orders) returns jsonb
language sql stable set search_path = '' as $$
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
  || case when sent ?| '{items,shipping_address,pickup_point_id}' then '{}'
    else jsonb_build_object('fee', existing.shipping_amount) end
  || sent || jsonb_build_object('source', existing.source)
$$;
comment on function private.complete_staff_order(jsonb, public.orders) is
  'What staff send about an order that exists: what they leave out stays as it is.';

create function private.read_staff_order(sent jsonb, existing public.orders) returns public.orders
language plpgsql stable set search_path = '' as $$
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
  is_delivered := result.pickup_point_id is null
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
    ('customer_name', 'Le nom est requis', char_length(result.customer_name) between 2 and 200 is not true),
    ('customer_name', 'Un nom ne contient ni adresse ni lien', private.contains_link(result.customer_name)),
    ('customer_phone', 'Numéro de téléphone invalide', char_length(result.customer_phone) between 8 and 40 is not true),
    ('address', 'Adresse requise',
      char_length(result.shipping_address ->> 'address') not between case when is_delivered then 5 else 0 end and 500),
    ('city', 'Ville requise',
      char_length(result.shipping_address ->> 'city') not between case when is_delivered then 2 else 0 end and 120),
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
      result.discount_amount > 0 and char_length(result.discount_reason) between 1 and 200 is not true)
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
$$;
comment on function private.read_staff_order(jsonb, public.orders) is
  'What staff send, as an order: discount_amount is the sum of the discounts, shipping_amount a fee of their own or null. Raises YA007 with each problem.';

create function private.compute_staff_lines(of_order uuid, items jsonb, discount integer)
returns table (
  line_position integer, product_id uuid, name text, image text, unit_price integer, quantity integer,
  discount_amount integer, stock integer, weight_grams integer, is_bulky boolean
)
language plpgsql stable security definer rows 10 set search_path = '' as $$
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
      s.ordinal, s.quantity, s.discount, k.position as line_position, coalesce(k.product_id, p.id) as product_id,
      coalesce(k.name, p.name) as name, case when k.position is null then p.image else k.image end as image,
      coalesce(k.unit_price, p.price)::integer as unit_price, p.stock, p.weight_grams, p.is_bulky,
      coalesce(k.unit_price, p.price)::numeric * s.quantity - s.discount as net
    from sent s
    left join public.order_items k
      on k.order_id = of_order and (k.position = s.position or s.position is null and k.product_id = s.id)
    left join public.products p on p.id = case when k.position is null then s.id else k.product_id end
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
    select r.*, count(*) over (partition by coalesce(r.line_position::text, r.product_id::text)) as copies
    from jsonb_to_recordset(lines) as r (
      ordinal integer, line_position integer, product_id uuid, name text, unit_price integer, quantity integer,
      discount integer, net numeric, net_total numeric
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
    select r.line_position, r.product_id, r.name, r.image, r.unit_price, r.quantity, r.discount_amount, r.stock,
      r.weight_grams, r.is_bulky
    from jsonb_to_recordset(coalesce(lines, '[]')) as r (
      ordinal integer, line_position integer, product_id uuid, name text, image text, unit_price integer,
      quantity integer, discount_amount integer, stock integer, weight_grams integer, is_bulky boolean
    )
    order by r.ordinal;
end
$$;
comment on function private.compute_staff_lines(uuid, jsonb, integer) is
  'The lines that staff send ([{id, position, quantity, discount}]), with names, prices and their discounts, among which the discount on the whole is shared. A line of the order that exists keeps its price. Raises YA003 and YA007.';

create function private.get_staff_fee(sent public.orders, weight bigint, bulky boolean, subtotal bigint) returns public.orders
language plpgsql stable set search_path = '' as $$
begin
  sent.zone_id := null;
  sent.zone_name := null;
  if sent.source = 'counter' and sent.pickup_point_id is null and sent.shipping_address ->> 'city' = '' then
    sent.shipping_amount := 0;
    return sent;
  end if;
  return private.set_order_delivery(sent, weight, bulky, subtotal, true);
end
$$;
comment on function private.get_staff_fee(public.orders, bigint, boolean, bigint) is
  'The order with the fee, the zone and the names that place_order would give it.';

create function private.preview_staff_order(staff_order jsonb, of_order uuid)
returns table (
  lines jsonb, subtotal bigint, discount bigint, fee integer, computed_fee integer, zone_name text, total bigint,
  maximum_percent integer, days date[], problem text
)
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
      'position', l.line_position, 'id', l.product_id, 'name', l.name, 'image', l.image, 'unit_price', l.unit_price,
      'quantity', l.quantity, 'discount_amount', l.discount_amount,
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
comment on function private.preview_staff_order(jsonb, uuid) is
  'What an order would cost, before it is placed or changed: its lines with what is available, its fee and days. Locks and writes nothing. The fee of the computed one is null for an order that is too heavy.';

create function private.tell_order(changed public.orders, subject uuid, kind public.mail_kind) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if changed.customer_email is not null and (
    exists (
      select from private.order_audiences a
      where a.id = changed.user_id and a.email = changed.customer_email and (a.is_email_proven or a.audience = 'trusted')
    )
    or private.may_send_letter(changed.customer_email)
  ) then
    insert into public.mails (subject_id, kind, recipient) values (subject, kind, changed.customer_email)
    on conflict do nothing;
    perform pg_notify('mails', '');
  end if;
end
$$;
comment on function private.tell_order(public.orders, uuid, public.mail_kind) is
  'Queues a mail to the customer of an order, if they have an address that may be written to.';

-- Placing ----------------------------------------------------------------------------------------------------------

create function private.place_staff_order(staff_order jsonb)
returns table (id uuid, number text, total_amount integer)
language plpgsql security definer set search_path = '' as $$
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
  perform private.compute_staff_lines(null, items, private.read_amount(staff_order, 'discount'));
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
    perform private.raise_total_error(placed.total_amount, placed.shipping_amount, placed.payment_info -> 'items');
  end if;
  if placed.discount_amount > 0 then
    update public.order_items i set discount_amount = l.discount_amount
    from private.compute_staff_lines(placed.id, items, private.read_amount(staff_order, 'discount')) l
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
comment on function private.place_staff_order(jsonb) is
  'Places an order that staff enter, in the form of complete_staff_order, with an id that makes it once. The limits of visitors do not apply to it. Raises YA001 when a sent total differs, YA002, YA003, YA004 and YA007.';

-- Changing ---------------------------------------------------------------------------------------------------------

create function private.lock_order_to_change(of_order uuid, expected_updated_at timestamptz) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  last_actor text;
begin
  select * into target from public.orders o where o.id = of_order for no key update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Cette commande n''existe plus';
  elsif target.updated_at is distinct from expected_updated_at then
    select e.actor_name into last_actor from public.order_events e
    where e.order_id = of_order order by e.recorded_at desc limit 1;
    raise sqlstate 'PT409' using
      message = 'Cette commande a été modifiée entre-temps' || coalesce(' par ' || last_actor, ''),
      detail = jsonb_build_object('updated_at', target.updated_at, 'by', last_actor)::text;
  elsif target.stage not in ('to_confirm', 'confirmed', 'prepared') then
    raise exception using errcode = 'YA010', message = case target.stage
      when 'on_road' then 'Cette commande est en route : elle ne se modifie plus'
      when 'delivered' then 'Cette commande est livrée : elle ne se modifie plus'
      else 'Cette commande est annulée : elle ne se modifie plus'
    end;
  end if;
  return target;
end
$$;
comment on function private.lock_order_to_change(uuid, timestamptz) is
  'Locks an order that can still be changed, in the version that was read. Raises PT404, PT409 and YA010.';

create function private.change_order(of_order uuid, expected_updated_at timestamptz, change jsonb)
returns table (total_amount integer, previous_total integer, paid_amount integer, updated_at timestamptz)
language plpgsql security definer set search_path = '' as $$
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
  select array_agg(d.product_id order by d.product_id), array_agg(d.quantity order by d.product_id) into ids, quantities
  from (
    select m.product_id, sum(m.quantity)::integer as quantity
    from (
      select i.product_id, -i.quantity from public.order_items i
      where i.order_id = of_order and target.stock_released_at is null
      union all
      select l.product_id, l.quantity from jsonb_to_recordset(lines) as l (product_id uuid, quantity integer)
    ) m (product_id, quantity)
    -- A product that was deleted meanwhile has no stock.
    where m.product_id is not null
    group by m.product_id
  ) d
  where d.quantity <> 0;
  with moved as (
    update public.products p set stock = p.stock - l.quantity
    from unnest(ids, quantities) as l (id, quantity)
    where p.id = l.id and p.stock >= l.quantity
    returning p.id
  )
  select jsonb_agg(jsonb_build_object('id', m.id)) into taken from moved m;
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
    from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = of_order;
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
  insert into public.order_items (order_id, position, product_id, name, image, unit_price, quantity, discount_amount)
  select of_order, l.position, l.product_id, l.name, l.image, l.unit_price, l.quantity, l.discount_amount
  from jsonb_to_recordset(lines) as l (
    position integer, line_position integer, product_id uuid, name text, image text, unit_price integer,
    quantity integer, discount_amount integer
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
comment on function private.change_order(uuid, timestamptz, jsonb) is
  'Changes an order until it is on the road, and moves its stock by the difference. The change has the form of complete_staff_order, with the id of its event, which makes it once, and a reason. Raises PT404, PT409, YA001, YA002, YA003, YA007 and YA010.';

create function private.list_order_items(of_order uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(
    jsonb_build_object('id', i.product_id, 'name', i.name, 'price', i.unit_price, 'quantity', i.quantity, 'image', i.image)
    order by i.position
  )
  from public.order_items i where i.order_id = of_order
$$;
comment on function private.list_order_items(uuid) is 'The lines of an order as its payment_info documents them.';

-- Splitting --------------------------------------------------------------------------------------------------------

create function private.split_order(of_order uuid, expected_updated_at timestamptz, split jsonb)
returns table (id uuid, number text, total_amount integer, first_total integer)
language plpgsql security definer set search_path = '' as $$
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
  left join public.products p on p.id = i.product_id;
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

  insert into public.order_items (order_id, position, product_id, name, image, unit_price, quantity, discount_amount)
  select new_id, i.position, i.product_id, i.name, i.image, i.unit_price, l.quantity,
    (i.unit_price::bigint * l.quantity - private.get_line_credit(i, l.quantity))::integer
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
comment on function private.split_order(uuid, timestamptz, jsonb) is
  'Makes an order of its own of the lines that are delivered later: {id, lines: [{position, quantity}], delivery_day, delivery_half}. The fee stays with the first; both totals sum to the one before, and the stock stays taken. Raises PT404, PT409, YA007 and YA010.';

-- The API ----------------------------------------------------------------------------------------------------------

create function public.preview_staff_order(staff_order jsonb, of_order uuid default null)
returns table (
  lines jsonb, subtotal bigint, discount bigint, fee integer, computed_fee integer, zone_name text, total bigint,
  maximum_percent integer, days date[], problem text
)
language sql stable rows 1 set search_path = '' as $$
  select * from private.preview_staff_order(staff_order, of_order)
$$;
create function public.place_staff_order(staff_order jsonb)
returns table (id uuid, number text, total_amount integer)
language sql rows 1 set search_path = '' as $$
  select * from private.place_staff_order(staff_order)
$$;
create function public.change_order(of_order uuid, expected_updated_at timestamptz, change jsonb)
returns table (total_amount integer, previous_total integer, paid_amount integer, updated_at timestamptz)
language sql rows 1 set search_path = '' as $$
  select * from private.change_order(of_order, expected_updated_at, change)
$$;
create function public.split_order(of_order uuid, expected_updated_at timestamptz, split jsonb)
returns table (id uuid, number text, total_amount integer, first_total integer)
language sql rows 1 set search_path = '' as $$
  select * from private.split_order(of_order, expected_updated_at, split)
$$;

-- Privileges -------------------------------------------------------------------------------------------------------

revoke all on public.discount_limits, public.order_drafts from anon, authenticated;
grant select, update (maximum_percent) on public.discount_limits to authenticated;
grant select, insert (id, label, data), update (label, data), delete on public.order_drafts to authenticated;
grant all on public.discount_limits, public.order_drafts to service_role;
revoke execute on all functions in schema private from public;
grant execute on function private.preview_staff_order(jsonb, uuid), private.place_staff_order(jsonb),
  private.change_order(uuid, timestamptz, jsonb), private.split_order(uuid, timestamptz, jsonb)
  to authenticated, service_role;
revoke execute on function public.preview_staff_order(jsonb, uuid), public.place_staff_order(jsonb),
  public.change_order(uuid, timestamptz, jsonb), public.split_order(uuid, timestamptz, jsonb)
  from public, anon;
grant execute on function public.preview_staff_order(jsonb, uuid), public.place_staff_order(jsonb),
  public.change_order(uuid, timestamptz, jsonb), public.split_order(uuid, timestamptz, jsonb)
  to authenticated, service_role;
