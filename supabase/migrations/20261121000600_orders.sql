-- Orders and their lines. The browser sends what the shopper saw; everything that is worth money is computed here
-- from the shop's own products, in the transaction that takes the stock. The id is made in the browser, once for
-- each attempt to buy, so that sending an order again gives the same order and never a second one.
--
-- Failures a shopper can meet carry a French message, a SQLSTATE of class YA and JSON in the detail:
--   YA001 the total differs          YA002 not enough stock      YA003 a product is gone
--   YA004 the id was used otherwise  YA005 malformed             YA006 the status cannot become that

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number text not null unique check (number ~ '^ORD-[0-9]{6,9}$'),
  user_id uuid references auth.users (id) on delete set null,
  customer_name text not null check (char_length(customer_name) between 2 and 200),
  customer_email text check (char_length(customer_email) <= 320),
  customer_phone text not null check (char_length(customer_phone) between 8 and 40),
  total_amount integer not null check (total_amount >= 0),
  shipping_amount integer not null check (shipping_amount >= 0),
  items_count integer not null check (items_count > 0),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'cancelled')),
  cancellation_reason text check (char_length(btrim(cancellation_reason)) between 1 and 500),
  shipping_address jsonb not null check (jsonb_typeof(shipping_address) = 'object'),
  payment_info jsonb not null check (jsonb_typeof(payment_info) = 'object'),
  notes text check (char_length(notes) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_cancelled_with_reason check ((status = 'cancelled') = (cancellation_reason is not null))
);
comment on table public.orders is 'What was ordered, by whom, where to. Amounts are whole francs (XOF).';
comment on column public.orders.id is 'Made in the browser, once for each attempt to buy.';
comment on column public.orders.number is
  'What people say on the phone: ORD- and six random digits, more only when those grow scarce.';
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
  position integer not null check (position > 0),
  product_id uuid references public.products (id) on delete set null,
  name text not null,
  image text,
  unit_price integer not null check (unit_price > 0),
  quantity integer not null check (quantity > 0),
  primary key (order_id, position)
);
comment on table public.order_items is 'The lines of an order, with the names and prices of the moment.';
comment on column public.order_items.product_id is 'Null once the product is deleted.';
create index order_items_product_id_idx on public.order_items (product_id);

-- Placing an order -------------------------------------------------------------------------------------------------

create function private.new_order_number() returns text
language plpgsql security definer set search_path = '' as $$
declare
  attempt integer := 0;
  drawn bigint;
  candidate text;
begin
  loop
    attempt := attempt + 1;
    -- The first 48 bits of a version 4 uuid come from the system's cryptographic source.
    drawn := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint;
    candidate := 'ORD-' || case
      when attempt <= 20 then lpad((drawn % 1000000)::text, 6, '0')
      else lpad((drawn % 1000000000)::text, 9, '0')
    end;
    -- The lock keeps two orders of the same moment from drawing the same free number.
    if pg_try_advisory_xact_lock(hashtextextended('orders.number ' || candidate, 0))
      and not exists (select from public.orders where number = candidate)
    then
      return candidate;
    end if;
  end loop;
end
$$;

create function private.place_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  for_shop constant boolean := current_setting('role') not in ('anon', 'authenticated');
  caller constant uuid := auth.uid();
  address constant jsonb := new.shipping_address;
  sent_items constant jsonb := new.payment_info -> 'items';
  existing public.orders;
  ids uuid[];
  quantities integer[];
  strange jsonb;
  malformed boolean;
  short jsonb;
  lines jsonb;
  missing jsonb;
  pieces bigint;
  subtotal bigint;
  total bigint;
  low_stock integer;
  visible_change boolean;
begin
  if not for_shop then
    if caller is null then
      raise insufficient_privilege using message = 'Connexion requise';
    end if;
    -- Rows of one request are locked row by row: two of them could hold each other's products.
    if current_setting('yaare.placed_order', true) <> '' then
      raise exception using errcode = 'YA005', message = 'Une seule commande à la fois';
    end if;
    perform set_config('yaare.placed_order', new.id::text, true);
    new.number := null;
    new.user_id := caller;
    new.status := 'pending';
    new.cancellation_reason := null;
    new.created_at := now();
  end if;
  new.updated_at := new.created_at;

  -- What was sent, in one form -------------------------------------------------------------------------------
  new.customer_name := btrim(new.customer_name);
  new.customer_phone := btrim(new.customer_phone);
  new.notes := nullif(btrim(new.notes), '');
  new.shipping_address := jsonb_build_object(
    'address', btrim(address ->> 'address'),
    'city', btrim(address ->> 'city'),
    'postalCode', coalesce(btrim(address ->> 'postalCode'), ''),
    'phone', coalesce(nullif(btrim(address ->> 'phone'), ''), new.customer_phone)
  );
  if coalesce(char_length(new.customer_name), 0) not between 2 and 200 then
    raise exception using errcode = 'YA005', message = 'Le nom est requis';
  elsif coalesce(char_length(new.customer_phone), 0) not between 8 and 40
    or char_length(new.shipping_address ->> 'phone') not between 8 and 40
  then
    raise exception using errcode = 'YA005', message = 'Numéro de téléphone invalide';
  elsif coalesce(char_length(new.shipping_address ->> 'address'), 0) not between 5 and 500 then
    raise exception using errcode = 'YA005', message = 'Adresse requise';
  elsif coalesce(char_length(new.shipping_address ->> 'city'), 0) not between 2 and 120 then
    raise exception using errcode = 'YA005', message = 'Ville requise';
  elsif char_length(new.shipping_address ->> 'postalCode') > 20 then
    raise exception using errcode = 'YA005', message = 'Code postal invalide';
  elsif char_length(new.notes) > 2000 then
    raise exception using errcode = 'YA005', message = 'Les notes sont trop longues';
  elsif new.payment_info ->> 'method' is null
    or new.payment_info ->> 'method' not in ('cod', 'bank_transfer', 'mobile_money')
  then
    raise exception using errcode = 'YA005', message = 'Mode de paiement inconnu';
  elsif sent_items is null or jsonb_typeof(sent_items) <> 'array' or sent_items = '[]' then
    raise exception using errcode = 'YA005', message = 'Panier vide';
  elsif jsonb_array_length(sent_items) > 100 then
    raise exception using errcode = 'YA005', message = 'Une commande compte au plus 100 articles différents';
  end if;

  -- The same product in two lines becomes one line. An id that is no uuid names no product of ours.
  select
    bool_or(l.malformed),
    jsonb_agg(jsonb_build_object('id', l.text_id)) filter (where l.id is null),
    array_agg(l.id order by l.position) filter (where l.id is not null),
    array_agg(l.quantity order by l.position) filter (where l.id is not null)
  into malformed, strange, ids, quantities
  from (
    select
      s.id,
      min(s.text_id) as text_id,
      least(sum(s.quantity), 1000000)::integer as quantity,
      min(s.position) as position,
      bool_or(s.text_id is null or s.quantity is null) as malformed
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
      from jsonb_array_elements(sent_items) with ordinality as i (item, position)
    ) s
    group by s.id
  ) l;
  if malformed then
    raise exception using errcode = 'YA005', message = 'Le contenu du panier est invalide';
  end if;

  -- The same order again -------------------------------------------------------------------------------------
  perform pg_advisory_xact_lock(hashtextextended('orders.id ' || new.id::text, 0));
  select * into existing from public.orders where id = new.id;
  if found then
    if existing.user_id is distinct from new.user_id
      or existing.customer_name <> new.customer_name
      or existing.customer_phone <> new.customer_phone
      or existing.shipping_address <> new.shipping_address
      or existing.notes is distinct from new.notes
      or existing.total_amount is distinct from new.total_amount
      or existing.payment_info ->> 'method' <> new.payment_info ->> 'method'
      or strange is not null
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
      raise exception using errcode = 'YA004',
        message = 'Cette commande a déjà été envoyée avec un autre contenu';
    end if;
    -- Nothing is taken; the primary key now refuses the row with 23505, or ON CONFLICT DO NOTHING skips it.
    return existing;
  end if;

  -- Prices and stock, from products locked in the order of their ids so that no two orders wait for each other -
  select s.shipping_fee, s.low_stock_threshold into new.shipping_amount, low_stock from public.shop_settings s;

  select
    coalesce(sum(p.price::bigint * r.quantity), 0),
    coalesce(sum(r.quantity), 0),
    jsonb_agg(
      jsonb_build_object('id', p.id, 'name', p.name, 'price', p.price, 'quantity', r.quantity, 'image', p.image)
      order by r.position
    ) filter (where p.id is not null),
    jsonb_agg(jsonb_build_object('id', r.id) order by r.position) filter (where p.id is null),
    jsonb_agg(
      jsonb_build_object('id', p.id, 'name', p.name, 'available', p.stock, 'requested', r.quantity)
      order by r.position
    ) filter (where p.stock < r.quantity),
    bool_or(p.stock = r.quantity or (p.stock >= low_stock and p.stock - r.quantity < low_stock))
  into subtotal, pieces, lines, missing, short, visible_change
  from unnest(ids, quantities) with ordinality as r (id, quantity, position)
  left join (
    select id, name, price, stock, image from public.products where id = any (ids) order by id for no key update
  ) p on p.id = r.id;

  if strange is not null or missing is not null then
    raise exception using errcode = 'YA003', message = 'Un article de votre panier n''est plus en vente',
      detail = jsonb_build_object('items', coalesce(strange, '[]') || coalesce(missing, '[]'))::text;
  end if;
  -- An order that the shop enters as already cancelled holds no stock.
  if new.status <> 'cancelled' and short is not null then
    raise exception using errcode = 'YA002',
      message = 'Stock insuffisant : ' || (
        select string_agg(
          format('%s (%s)', i.name, case when i.available = 0 then 'épuisé' else i.available || ' en stock' end), ', ')
        from jsonb_to_recordset(short) as i (name text, available integer)
      ),
      detail = jsonb_build_object('items', short)::text;
  end if;

  total := subtotal + new.shipping_amount;
  if total > 2147483647 then
    raise exception using errcode = 'YA005', message = 'Le montant de la commande est trop élevé';
  end if;
  if new.total_amount is distinct from total and not (for_shop and new.total_amount is null) then
    raise exception using errcode = 'YA001',
      message = format('Le total de votre commande a changé : il est maintenant de %s XOF',
        regexp_replace(total::text, '(\d)(?=(\d{3})+$)', '\1 ', 'g')),
      detail = jsonb_build_object(
        'total', total, 'subtotal', subtotal, 'shipping', new.shipping_amount,
        'items', (
          select jsonb_agg(i.item - '{quantity,image}'::text[] order by i.position)
          from jsonb_array_elements(lines) with ordinality as i (item, position)
        )
      )::text;
  end if;

  if new.status <> 'cancelled' then
    update public.products p set stock = p.stock - r.quantity
    from unnest(ids, quantities) as r (id, quantity)
    where p.id = r.id;
    if visible_change then
      perform pg_notify('table_changes', 'products');
    end if;
  end if;

  new.total_amount := total;
  new.items_count := pieces;
  new.payment_info := jsonb_build_object('method', new.payment_info ->> 'method', 'items', lines);
  new.number := coalesce(new.number, private.new_order_number());
  if new.user_id is not null then
    select u.email into new.customer_email from auth.users u where u.id = new.user_id;
    if not found then
      raise insufficient_privilege using message = 'Ce compte n''existe plus';
    end if;
  end if;
  return new;
end
$$;
comment on function private.place_order() is
  'Computes an order from the shop''s products, takes the stock, and recognises an order that was sent before. The service role may give user_id, number, status and created_at.';

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
