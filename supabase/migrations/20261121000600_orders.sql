-- Orders and their lines. The browser sends what the shopper saw; everything that is worth money is computed here
-- from the shop's own products, in the transaction that takes the stock. The id is made in the browser, once for
-- each attempt to buy, so that sending an order again gives the same order and never a second one.
--
-- Failures a shopper can meet carry a French message, a SQLSTATE of class YA and JSON in the detail:
--   YA001 the total differs          YA002 not enough stock      YA003 a product is gone
--   YA004 the id was used otherwise  YA005 malformed             YA006 the status cannot become that

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default '' check (number ~ '^ORD-[0-9]{6,9}$'),
  user_id uuid references auth.users (id) on delete set null,
  customer_name text not null check (char_length(customer_name) between 2 and 200),
  customer_email text,
  customer_phone text not null check (char_length(customer_phone) between 8 and 40),
  total_amount integer not null,
  shipping_amount integer not null default 0,
  items_count integer not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'cancelled')),
  cancellation_reason text,
  shipping_address jsonb not null,
  payment_info jsonb not null,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_amounts check (shipping_amount >= 0 and total_amount >= shipping_amount and items_count > 0),
  constraint orders_cancelled_with_reason check (
    (status = 'cancelled') = (cancellation_reason is not null)
    and char_length(btrim(cancellation_reason)) between 1 and 500
  )
);
comment on table public.orders is 'What was ordered, by whom, where to. Amounts are whole francs (XOF).';
comment on column public.orders.id is 'Made in the browser, once for each attempt to buy.';
comment on column public.orders.number is
  'What people say on the phone: ORD- and six random digits, nine when those grow scarce. Drawn by place_order; the default only says that nobody need send one.';
comment on column public.orders.user_id is 'From the token. A customer reads the orders that carry their id.';
comment on column public.orders.customer_email is 'The account''s e-mail when the order was placed.';
comment on column public.orders.total_amount is 'Lines plus shipping.';
comment on column public.orders.items_count is 'Pieces, not lines.';
comment on column public.orders.shipping_address is '{address, city, postalCode, phone}';
comment on column public.orders.payment_info is
  '{method, items: [{id, name, price, quantity, image}]}, with the names and prices of the moment.';

create index orders_created_at_idx on public.orders (created_at desc, id);
create index orders_user_id_idx on public.orders (user_id, created_at desc, id);
create index orders_customer_email_idx on public.orders (customer_email, created_at desc, id);
create index orders_pending_idx on public.orders (created_at desc, id) where status = 'pending';

create table public.order_items (
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null,
  product_id uuid references public.products (id) on delete set null,
  name text not null,
  image text,
  unit_price integer not null,
  quantity integer not null,
  primary key (order_id, position),
  constraint order_items_positive check (position > 0 and unit_price > 0 and quantity > 0)
);
comment on table public.order_items is 'The lines of an order, with the names and prices of the moment.';
comment on column public.order_items.product_id is 'Null once the product is deleted.';
create index order_items_product_id_idx on public.order_items (product_id);

-- Placing an order -------------------------------------------------------------------------------------------------

create function private.new_order_number() returns text
language sql security definer set search_path = '' as $$
  select drawn.number
  from generate_series(1, 100) as attempt
  cross join lateral (
    -- The first 48 bits of a version 4 uuid come from the system's cryptographic source.
    select 'ORD-' || case
      when attempt <= 20 then lpad((random.bits % 1000000)::text, 6, '0')
      else lpad((random.bits % 1000000000)::text, 9, '0')
    end as number
    from (
      select ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint as bits
      where attempt > 0
    ) random
  ) drawn
  -- The lock keeps two orders of the same moment from drawing the same free number.
  where pg_try_advisory_xact_lock(hashtextextended('orders.number ' || drawn.number, 0))
    and not exists (select from public.orders o where o.number = drawn.number)
  limit 1
$$;

-- An order may cost at most twice what its bare rows cost. Each expression of PL/pgSQL is prepared anew in each
-- transaction and each statement has its own start, so the function below says much in few of them. Its plans are
-- kept: planning again for each cart would cost a third more. A kept plan must suit the shop of next year too, so
-- it never reads a whole table.
create function private.place_order() returns trigger
language plpgsql security definer
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  for_shop constant boolean := current_setting('role') not in ('anon', 'authenticated');
  sent_total constant integer := new.total_amount;
  -- An order that the shop enters as already cancelled takes no stock.
  takes_stock boolean;
  problem text;
  strange jsonb;
  malformed boolean;
  ids uuid[];
  quantities integer[];
  settings record;
  sold record;
begin
  if for_shop then
    takes_stock := new.status <> 'cancelled';
  else
    takes_stock := true;
    new.status := 'pending';
    new.user_id := auth.uid();
    -- Rows of one request are locked row by row: two of them could hold each other's products.
    if new.user_id is null or current_setting('yaare.placed_order', true) <> '' then
      raise exception using errcode = 'YA005', message = 'Une seule commande à la fois, par un client connecté';
    end if;
    perform set_config('yaare.placed_order', new.id::text, true);
  end if;

  -- What was sent, in one form. The same product in two lines becomes one line; an id that is no uuid names no
  -- product of ours and is reported as gone.
  select
    btrim(new.customer_name),
    btrim(new.customer_phone),
    nullif(btrim(new.notes), ''),
    jsonb_build_object(
      'address', btrim(new.shipping_address ->> 'address'),
      'city', btrim(new.shipping_address ->> 'city'),
      'postalCode', coalesce(btrim(new.shipping_address ->> 'postalCode'), ''),
      'phone', coalesce(nullif(btrim(new.shipping_address ->> 'phone'), ''), btrim(new.customer_phone))
    ),
    bool_or(line.malformed),
    jsonb_agg(jsonb_build_object('id', line.text_id)) filter (where line.id is null),
    array_agg(line.id order by line.position) filter (where line.id is not null),
    array_agg(line.quantity order by line.position) filter (where line.id is not null)
  into new.customer_name, new.customer_phone, new.notes, new.shipping_address, malformed, strange, ids, quantities
  from (
    select
      sent.id,
      min(sent.text_id) as text_id,
      least(sum(sent.quantity), 1000000)::integer as quantity,
      min(sent.position) as position,
      bool_or(sent.text_id is null or sent.quantity is null) as malformed
    from (
      select
        i.position,
        case when jsonb_typeof(i.item -> 'id') = 'string' then i.item ->> 'id' end as text_id,
        case
          when i.item ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (i.item ->> 'id')::uuid
        end as id,
        case
          when jsonb_typeof(i.item -> 'quantity') = 'number' and i.item ->> 'quantity' ~ '^[1-9][0-9]{0,5}$'
            then (i.item ->> 'quantity')::integer
        end as quantity
      from jsonb_array_elements(
        case when jsonb_typeof(new.payment_info -> 'items') = 'array' then new.payment_info -> 'items' else '[]' end
      ) with ordinality as i (item, position)
    ) sent
    group by sent.id
  ) line;

  problem := case
    when char_length(new.customer_name) between 2 and 200 is not true then 'Le nom est requis'
    when char_length(new.customer_phone) between 8 and 40 is not true
      or char_length(new.shipping_address ->> 'phone') not between 8 and 40 then 'Numéro de téléphone invalide'
    when char_length(new.shipping_address ->> 'address') between 5 and 500 is not true then 'Adresse requise'
    when char_length(new.shipping_address ->> 'city') between 2 and 120 is not true then 'Ville requise'
    when char_length(new.shipping_address ->> 'postalCode') > 20 then 'Code postal invalide'
    when char_length(new.notes) > 2000 then 'Les notes sont trop longues'
    when (new.payment_info ->> 'method') in ('cod', 'bank_transfer', 'mobile_money') is not true
      then 'Mode de paiement inconnu'
    when malformed then 'Le contenu du panier est invalide'
    when malformed is null then 'Panier vide'
    when cardinality(ids) > 100 then 'Une commande compte au plus 100 articles différents'
  end;
  if problem is not null then
    raise exception using errcode = 'YA005', message = problem;
  end if;

  -- From here on, only one transaction works on this id.
  perform pg_advisory_xact_lock(hashtextextended('orders.id ' || new.id::text, 0));
  select s.shipping_fee, s.low_stock_threshold, u.id as user_id, u.email, o.id as order_id, o as existing
  into settings
  from public.shop_settings s
  left join auth.users u on u.id = new.user_id
  left join public.orders o on o.id = new.id;

  if settings.order_id is not null then
    if private.is_same_order(settings.existing, new, ids, quantities) and strange is null then
      -- Nothing is taken; the primary key now refuses the row with 23505, or ON CONFLICT DO NOTHING skips it.
      return settings.existing;
    end if;
    raise exception using errcode = 'YA004', message = 'Cette commande a déjà été envoyée avec un autre contenu';
  end if;

  -- Takes the stock of what can be sold; what cannot is missing from the sum and stops the order below. The
  -- products are locked in the order of their ids, so that no two orders wait for each other; the stock that counts
  -- is the one seen under the lock.
  with locked as materialized (
    select p.id, p.stock from public.products p where p.id = any (ids) order by p.id for no key update
  ),
  taken as (
    update public.products p set stock = p.stock - case when takes_stock then r.quantity else 0 end
    from locked
    join unnest(ids, quantities) with ordinality as r (id, quantity, position) on r.id = locked.id
    where p.id = locked.id and (locked.stock >= r.quantity or not takes_stock)
    returning p.id, p.name, p.price, p.image, p.stock, r.quantity, r.position
  )
  select
    count(*) as lines,
    sum(t.quantity) as pieces,
    sum(t.price::bigint * t.quantity) as subtotal,
    jsonb_agg(
      jsonb_build_object('id', t.id, 'name', t.name, 'price', t.price, 'quantity', t.quantity, 'image', t.image)
      order by t.position
    ) as items,
    -- What shoppers and administrators see of a stock: that it ran out, that it runs low.
    bool_or(
      t.stock = 0
      or (t.stock < settings.low_stock_threshold and t.stock + t.quantity >= settings.low_stock_threshold)
    ) as stock_shows
  into sold
  from taken t;

  if strange is not null or sold.lines <> cardinality(ids) then
    perform private.refuse_unsellable(
      ids, quantities,
      array(select (i.item ->> 'id')::uuid from jsonb_array_elements(coalesce(sold.items, '[]')) as i (item)),
      coalesce(strange, '[]')
    );
  end if;

  new.shipping_amount := settings.shipping_fee;
  if sold.subtotal + settings.shipping_fee > 2147483647 then
    raise exception using errcode = 'YA005', message = 'Le montant de la commande est trop élevé';
  end if;
  new.total_amount := sold.subtotal + settings.shipping_fee;
  if sent_total is distinct from new.total_amount and not (for_shop and sent_total is null) then
    raise exception using errcode = 'YA001',
      message = format('Le total de votre commande a changé : il est maintenant de %s XOF',
        regexp_replace(new.total_amount::text, '(\d)(?=(\d{3})+$)', '\1 ', 'g')),
      detail = jsonb_build_object(
        'total', new.total_amount, 'subtotal', sold.subtotal, 'shipping', new.shipping_amount,
        'items', (
          select jsonb_agg(i.item - '{quantity,image}'::text[] order by i.position)
          from jsonb_array_elements(sold.items) with ordinality as i (item, position)
        )
      )::text;
  end if;
  if sold.stock_shows and takes_stock then
    perform pg_notify('table_changes', 'products');
  end if;

  if new.user_id is not null then
    if settings.user_id is null then
      raise insufficient_privilege using message = 'Ce compte n''existe plus';
    end if;
    new.customer_email := settings.email;
  end if;
  new.items_count := sold.pieces;
  new.payment_info := jsonb_build_object('method', new.payment_info ->> 'method', 'items', sold.items);
  new.number := coalesce(nullif(new.number, ''), private.new_order_number());
  return new;
end
$$;
comment on function private.place_order() is
  'Computes an order from the shop''s products, takes the stock, and recognises an order that was sent before. The service role may give user_id, number, status and created_at.';

create function private.is_same_order(existing public.orders, sent public.orders, ids uuid[], quantities integer[])
returns boolean
language sql stable set search_path = '' as $$
  select existing.user_id is not distinct from sent.user_id
    and existing.customer_name = sent.customer_name
    and existing.customer_phone = sent.customer_phone
    and existing.shipping_address = sent.shipping_address
    and existing.notes is not distinct from sent.notes
    and existing.total_amount = sent.total_amount
    and existing.payment_info ->> 'method' = sent.payment_info ->> 'method'
    and array_agg((i.item ->> 'id')::uuid order by i.position) = ids
    and array_agg((i.item ->> 'quantity')::integer order by i.position) = quantities
  from jsonb_array_elements(existing.payment_info -> 'items') with ordinality as i (item, position)
$$;
comment on function private.is_same_order(public.orders, public.orders, uuid[], integer[]) is
  'Whether an order that arrives under a known id asks for what the stored one gave.';

create function private.refuse_unsellable(ids uuid[], quantities integer[], taken uuid[], strange jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  missing jsonb;
  short jsonb;
  names text;
begin
  select
    strange || coalesce(jsonb_agg(jsonb_build_object('id', r.id) order by r.position) filter (where p.id is null), '[]'),
    jsonb_agg(
      jsonb_build_object('id', p.id, 'name', p.name, 'available', p.stock, 'requested', r.quantity)
      order by r.position
    ) filter (where p.id is not null),
    string_agg(
      format('%s (%s)', p.name, case when p.stock = 0 then 'épuisé' else p.stock || ' en stock' end), ', '
      order by r.position
    ) filter (where p.id is not null)
  into missing, short, names
  from unnest(ids, quantities) with ordinality as r (id, quantity, position)
  left join public.products p on p.id = r.id
  where r.id <> all (taken);
  if missing <> '[]' then
    raise exception using errcode = 'YA003', message = 'Un article de votre panier n''est plus en vente',
      detail = jsonb_build_object('items', missing)::text;
  end if;
  raise exception using errcode = 'YA002', message = 'Stock insuffisant : ' || names,
    detail = jsonb_build_object('items', short)::text;
end
$$;
comment on function private.refuse_unsellable(uuid[], integer[], uuid[], jsonb) is
  'Raises YA003 or YA002 with what is gone or short: the lines whose stock was not taken.';

create trigger orders_place before insert on public.orders
  for each row execute function private.place_order();

create function private.create_order_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_items (order_id, position, product_id, name, image, unit_price, quantity)
  select new.id, i.position, (i.item ->> 'id')::uuid, i.item ->> 'name', i.item ->> 'image',
    (i.item ->> 'price')::integer, (i.item ->> 'quantity')::integer
  from jsonb_array_elements(new.payment_info -> 'items') with ordinality as i (item, position);
  return null;
end
$$;

create trigger orders_create_items after insert on public.orders
  for each row execute function private.create_order_items();

-- What becomes of an order -----------------------------------------------------------------------------------------

create function private.change_order_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := now();
  if new.status = old.status then
    return new;
  end if;
  if not private.may_administer() then
    raise insufficient_privilege using message = 'Seul un administrateur change le statut d''une commande';
  end if;
  if (old.status, new.status) not in (
    ('pending', 'processing'), ('pending', 'completed'), ('pending', 'cancelled'),
    ('processing', 'completed'), ('processing', 'cancelled')
  ) then
    raise exception using errcode = 'YA006',
      message = format('Une commande « %s » ne peut pas devenir « %s »', old.status, new.status);
  end if;
  if new.status = 'cancelled' then
    new.cancellation_reason := nullif(btrim(new.cancellation_reason), '');
    if new.cancellation_reason is null then
      raise exception using errcode = 'YA006', message = 'Le motif de l''annulation est requis';
    end if;
    perform from public.products p
    where p.id in (select i.product_id from public.order_items i where i.order_id = new.id)
    order by p.id for no key update;
    update public.products p set stock = p.stock + i.quantity
    from public.order_items i
    where i.order_id = new.id and i.product_id = p.id;
    perform pg_notify('table_changes', 'products');
  end if;
  return new;
end
$$;
comment on function private.change_order_status() is
  'Completed and cancelled are final; a cancellation gives the stock back, once, because the row is locked and its status final.';

create trigger orders_change_status before update of status, cancellation_reason on public.orders
  for each row execute function private.change_order_status();

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;

revoke all on public.orders, public.order_items from anon, authenticated;
grant
  select,
  insert (id, customer_name, customer_email, customer_phone, total_amount, items_count, status, shipping_address,
    payment_info, notes),
  update (status, cancellation_reason) on public.orders to authenticated;
grant select on public.order_items to authenticated;

alter table public.orders enable row level security;
create policy "Customers read their own orders and administrators read all" on public.orders
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "Customers place their own orders" on public.orders
  for insert to authenticated with check (user_id = (select auth.uid()) and status = 'pending');
create policy "Administrators change the status of orders" on public.orders
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

alter table public.order_items enable row level security;
create policy "Whoever reads an order reads its lines" on public.order_items
  for select to authenticated using (exists (select from public.orders o where o.id = order_id));
