-- Limits of orders. An account that has proven nothing takes little stock and for a short time; one that has proven
-- its address or number, or has received an order, takes more; one that an administrator trusts is not limited. What
-- a limit refuses, the shop can accept by a call: the message says so. See docs/decisions/0041-orders-of-strangers.md.

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('orders_open', 'unproven', 'account', 20, null, 'Commandes en attente d''un compte non confirmé'),
  ('orders_open', 'customer', 'account', 100, null, 'Commandes en attente d''un client'),
  ('orders_open', 'unproven', 'phone', 20, null, 'Commandes en attente pour un téléphone, compte non confirmé'),
  ('orders_open', 'customer', 'phone', 100, null, 'Commandes en attente pour un téléphone'),
  ('orders_open', 'unproven', 'place', 500, null, 'Commandes en attente pour une adresse, compte non confirmé'),
  ('orders_open', 'customer', 'place', 2000, null, 'Commandes en attente pour une adresse'),
  ('orders', 'unproven', 'network', 600, 3600, 'Commandes d''un réseau, comptes non confirmés'),
  ('orders', 'customer', 'network', null, 3600, 'Commandes d''un réseau, clients'),
  ('order_lines', 'unproven', 'order', 50, null, 'Articles d''une commande, compte non confirmé'),
  ('order_lines', 'customer', 'order', 100, null, 'Articles d''une commande'),
  ('order_pieces', 'unproven', 'line', 100, null, 'Pièces d''un article, compte non confirmé'),
  ('order_pieces', 'customer', 'line', 500, null, 'Pièces d''un article'),
  ('order_value', 'unproven', 'order', 1500000, null, 'Montant d''une commande en francs, compte non confirmé'),
  ('order_value', 'customer', 'order', 10000000, null, 'Montant d''une commande en francs'),
  ('order_reservation', 'unproven', 'order', 24, null,
    'Heures pendant lesquelles le stock reste réservé, compte non confirmé'),
  ('order_letters', 'unproven', 'recipient', 5, 86400,
    'Confirmations de commande par jour à une adresse e-mail non confirmée')
on conflict do nothing;

-- Who is proven ----------------------------------------------------------------------------------------------------

alter table public.profiles add column is_trusted boolean not null default false;
comment on column public.profiles.is_trusted is
  'Whether administrators trust the customer («Client de confiance»): no limit of orders applies. Set by set_customer_trusted only.';

create trigger profiles_record_trust after update of is_trusted on public.profiles
  for each row execute function private.record_change('email');

create function private.set_customer_trusted(customer uuid, trusted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_administrator();
  update public.profiles set is_trusted = coalesce(trusted, false) where id = customer;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce client n''existe plus';
  end if;
end
$$;

create function public.set_customer_trusted(customer uuid, trusted boolean) returns void
language sql set search_path = '' as $$
  select private.set_customer_trusted(customer, trusted)
$$;
comment on function public.set_customer_trusted(uuid, boolean) is
  'Whether the shop trusts a customer, whose orders are then not limited. Administrators only; the audit log records it.';

create or replace view public.customers with (security_invoker = on) as
  select
    p.id, p.email, p.first_name, p.last_name, p.phone, p.city, p.created_at, p.updated_at,
    private.get_last_sign_in(p.id) as last_sign_in_at,
    (select count(*) from public.orders o where o.user_id = p.id)::integer as orders_count,
    p.is_trusted
  from public.profiles p
  where (select private.may_administer());

-- A view, which is planned with the query of an order; a function would cost it a statement of its own.
create view private.order_audiences with (security_invoker = on) as
  select
    u.id,
    u.email,
    e.is_proven as is_email_proven,
    case
      when p.is_trusted then 'trusted'
      when e.is_proven or u.confirmation_sent_at <= u.phone_confirmed_at
        or exists (select from public.orders o where o.user_id = u.id and o.status = 'completed')
        then 'customer'
      else 'unproven'
    end as audience
  from auth.users u
  left join public.profiles p on p.id = u.id
  -- Where the shop confirms addresses by itself, email_confirmed_at says nothing: it is set with the account, and no
  -- letter was sent. A provider vouches for the address of an account that signs in there.
  cross join lateral (
    select u.email_confirmed_at is not null and (
      u.confirmation_sent_at is not null and u.confirmation_sent_at <= u.email_confirmed_at
      or exists (
        select from auth.identities i
        where i.user_id = u.id and i.provider not in ('email', 'phone') and i.identity_data ->> 'email' = u.email
      )
    ) as is_proven
  ) e;
comment on view private.order_audiences is
  'For each account the audience of limits that its orders belong to (trusted by an administrator; customer with a proven e-mail or phone, or a completed order; unproven), and whether its e-mail address is proven: its owner used a code that was sent to it, or a provider vouches for it.';
revoke all on private.order_audiences from public, anon, authenticated, service_role;

-- The keys of limits -----------------------------------------------------------------------------------------------

-- In plpgsql, whose plans are kept: a function in SQL that is not inlined costs several times as much.
create function private.get_phone_key(phone text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return right(regexp_replace(phone, '[^0-9]+', '', 'g'), 8);
end
$$;
comment on function private.get_phone_key(text) is
  'What the spellings of one number have in common: its last eight digits, which are a number of Burkina Faso without +226.';

create function private.get_place_key(shipping_address jsonb) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(
    lower((shipping_address ->> 'address') || (shipping_address ->> 'city')), '[^[:alnum:]]+', '', 'g'
  );
end
$$;
comment on function private.get_place_key(jsonb) is
  'What the spellings of one delivery address have in common: the letters and digits of street and town.';

create function private.get_recipient_key(email text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(lower(email), '\+[^@]*@', '@');
end
$$;
comment on function private.get_recipient_key(text) is
  'What the spellings of one mailbox have in common: lower case, without the suffix that begins with a plus.';

create function private.contains_link(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Dots of other alphabets are dots to a mail program too. A letter before the dot is an initial (M.Sawadogo).
  return value ~* '://|www[.．。｡]|@|[[:alnum:]-]{2}[.．。｡][a-z]{2,24}(?![[:alnum:]])|[.．。｡][a-z]{2,24}/';
end
$$;
comment on function private.contains_link(text) is
  'Whether a text holds what a mail program shows as a link: an address of a page or of a mailbox, or a word like a domain.';

-- Reserved stock ---------------------------------------------------------------------------------------------------

alter table public.orders add column reservation_ends_at timestamptz, add column stock_released_at timestamptz;
comment on column public.orders.reservation_ends_at is
  'Until when a pending order holds its stock; null for good. Set for accounts that have proven nothing; whoever confirms such an order sets it to null, as do the statuses after pending.';
comment on column public.orders.stock_released_at is
  'When the stock of a pending order was given back, because nobody had confirmed it in time. The order stays; the stock is taken again when it is processed.';

-- Open orders are those that hold stock and wait for the shop.
create index orders_open_by_account_idx on public.orders (user_id)
  where status = 'pending' and stock_released_at is null;
create index orders_open_by_phone_idx on public.orders (private.get_phone_key(customer_phone))
  where status = 'pending' and stock_released_at is null;
create index orders_open_by_place_idx on public.orders (private.get_place_key(shipping_address))
  where status = 'pending' and stock_released_at is null;
create index orders_reservation_ends_at_idx on public.orders (reservation_ends_at)
  where status = 'pending' and stock_released_at is null and reservation_ends_at is not null;
create index orders_completed_by_account_idx on public.orders (user_id) where status = 'completed';

create function private.check_order_limits(
  placed public.orders, audience text, lines integer, largest_line integer
) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  allowed record;
  phone_key text;
  place_key text;
  full_scope text;
begin
  select
    min(l.maximum) filter (where l.name = 'orders_open' and l.scope = 'account') as account,
    min(l.maximum) filter (where l.name = 'orders_open' and l.scope = 'phone') as phone,
    min(l.maximum) filter (where l.name = 'orders_open' and l.scope = 'place') as place,
    min(l.maximum) filter (where l.name = 'orders') as network,
    min(l.maximum) filter (where l.name = 'order_lines') as lines,
    min(l.maximum) filter (where l.name = 'order_pieces') as pieces,
    min(l.maximum) filter (where l.name = 'order_value') as value,
    min(l.maximum) filter (where l.name = 'order_reservation') as hours
  into allowed
  from public.limits l
  where l.name in ('orders_open', 'orders', 'order_lines', 'order_pieces', 'order_value', 'order_reservation')
    and l.audience = check_order_limits.audience;
  if lines > allowed.lines then
    perform private.refuse_order('order_lines', audience, 'order',
      format('Une commande compte au plus %s articles', allowed.lines));
  elsif largest_line > allowed.pieces then
    perform private.refuse_order('order_pieces', audience, 'line',
      format('Une commande compte au plus %s pièces d''un article', allowed.pieces));
  elsif placed.total_amount > allowed.value then
    perform private.refuse_order('order_value', audience, 'order',
      format('Une commande est limitée à %s XOF', private.format_thousands(allowed.value)));
  end if;
  if coalesce(allowed.account, allowed.phone, allowed.place) is not null then
    phone_key := private.get_phone_key(placed.customer_phone);
    place_key := private.get_place_key(placed.shipping_address);
    -- Concurrent orders of one customer would not see each other. Every order takes these locks in this order, and
    -- after those of its products.
    perform
      pg_advisory_xact_lock(hashtextextended('orders.user_id ' || placed.user_id::text, 0)),
      pg_advisory_xact_lock(hashtextextended('orders.phone ' || phone_key, 0)),
      pg_advisory_xact_lock(hashtextextended('orders.place ' || place_key, 0));
    -- Is there as many an open order as are allowed? A null maximum skips its question.
    full_scope := case
      when allowed.account = 0 or allowed.account > 0 and exists (
        select from public.orders o
        where o.user_id = placed.user_id and o.status = 'pending' and o.stock_released_at is null
        offset allowed.account - 1
      ) then 'account'
      when allowed.phone = 0 or allowed.phone > 0 and exists (
        select from public.orders o
        where private.get_phone_key(o.customer_phone) = phone_key and o.status = 'pending' and o.stock_released_at is null
        offset allowed.phone - 1
      ) then 'phone'
      when allowed.place = 0 or allowed.place > 0 and exists (
        select from public.orders o
        where private.get_place_key(o.shipping_address) = place_key and o.status = 'pending' and o.stock_released_at is null
        offset allowed.place - 1
      ) then 'place'
    end;
    if full_scope is not null then
      perform private.refuse_order('orders_open', audience, full_scope,
        case full_scope
          when 'account' then 'Vous avez déjà beaucoup de commandes en attente'
          when 'phone' then 'Ce numéro a déjà beaucoup de commandes en attente'
          else 'Cette adresse a déjà beaucoup de commandes en attente'
        end);
    end if;
  end if;
  if allowed.network is not null then
    -- A shop that is not told of the proxy before it (TRUST_PROXY) sees its own machine's address for everybody: it
    -- must go on selling.
    perform private.take_limit(
      'orders', audience, 'network', nullif(nullif(private.get_client_network(), '127.0.0.0/24'), '::/56'), 1,
      'Beaucoup de commandes viennent d''arriver de votre réseau. Appelez-nous, ou réessayez plus tard');
  end if;
  return now() + make_interval(hours => allowed.hours::integer);
end
$$;
comment on function private.check_order_limits(public.orders, text, integer, integer) is
  'Raises PT429 for an order beyond a limit of its audience; called by place_order only, with its privileges and settings. Returns until when its stock is reserved; null for good.';

create function private.format_thousands(number numeric) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(number::text, '(\d)(?=(\d{3})+$)', '\1 ', 'g')
$$;

create function private.get_contact_advice() returns text
language sql stable set search_path = '' as $$
  select format('appelez-nous au %s ou écrivez-nous sur WhatsApp au +%s', s.phone, s.whatsapp) from public.shop_settings s
$$;
comment on function private.get_contact_advice() is 'How to reach the shop, as the end of a sentence.';

create function private.refuse_order(limit_name text, audience text, scope text, reason text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse(limit_name, audience, scope, null,
    format('%s. Pour commander, %s', reason, private.get_contact_advice()));
end
$$;

create function private.may_send_letter(email text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.take_limit('order_letters', 'unproven', 'recipient', private.get_recipient_key(email));
  return true;
exception when sqlstate 'PT429' then
  return false;
end
$$;
comment on function private.may_send_letter(text) is
  'Takes one of the letters that an unproven address may get in a day; false when there is none left.';

-- Placing an order -------------------------------------------------------------------------------------------------

-- As before, but for the limits, the reservation and the letter.
create or replace function private.place_order() returns trigger
language plpgsql security definer
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  by_service constant boolean := current_setting('role') not in ('anon', 'authenticated');
  -- An order that the service enters as already cancelled takes no stock.
  takes_stock boolean;
  draws_number constant boolean := new.number = '';
  digits integer := 6;
  sent_items constant jsonb := new.payment_info -> 'items';
  sent_ids text[];
  ids uuid[];
  quantities integer[];
  payment_method public.payment_method;
  sends_letter boolean;
  problem text;
  context record;
  totals record;
  -- A function that is assigned costs less than one that is performed, which is a statement.
  ignored text;
begin
  if by_service then
    takes_stock := new.status <> 'cancelled';
    if takes_stock <> (new.cancellation_reason is null) then
      raise exception using errcode = 'YA006', message = 'Une commande annulée a un motif, une autre n''en a pas';
    end if;
  else
    takes_stock := true;
    new.status := 'pending';
    new.user_id := auth.uid();
    -- The rows of one request are locked one by one: two orders in each of two requests could deadlock.
    if new.user_id is null or current_setting('yaare.placed_order', true) <> '' then
      raise exception using errcode = 'YA005', message = 'Une seule commande à la fois, par un client connecté';
    end if;
    ignored := set_config('yaare.placed_order', new.id::text, true);
  end if;
  new.updated_at := new.created_at;

  -- Normalization and validation -----------------------------------------------------------------------
  new.customer_name := btrim(new.customer_name);
  new.customer_phone := btrim(new.customer_phone);
  new.notes := nullif(btrim(new.notes), '');
  new.shipping_address := jsonb_build_object(
    'address', btrim(new.shipping_address ->> 'address'),
    'city', btrim(new.shipping_address ->> 'city'),
    'postalCode', coalesce(btrim(new.shipping_address ->> 'postalCode'), ''),
    'phone', coalesce(nullif(btrim(new.shipping_address ->> 'phone'), ''), new.customer_phone)
  );
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
    when char_length(new.shipping_address ->> 'address') between 5 and 500 is not true then 'Adresse requise'
    when char_length(new.shipping_address ->> 'city') between 2 and 120 is not true then 'Ville requise'
    when char_length(new.shipping_address ->> 'postalCode') > 20 then 'Code postal invalide'
    when char_length(new.notes) > 2000 then 'Les notes sont trop longues'
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
      -- The first 48 bits of a version 4 uuid come from the system's cryptographic random source.
      new.number := 'ORD-' || lpad(
        (('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % (10 ^ digits)::bigint)::text,
        digits, '0'
      );
    end if;
    -- From here on, only one transaction works on this id and on this number.
    perform pg_advisory_xact_lock(hashtextextended('orders.id ' || new.id::text, 0)),
      pg_advisory_xact_lock(hashtextextended('orders.number ' || new.number, 0));
    select
      s.shipping_fee,
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
  sends_letter := not by_service and new.customer_email is not null
    and (
    context.is_email_proven or context.audience = 'trusted' or private.may_send_letter(new.customer_email)
  );

  -- Prices and stock -----------------------------------------------------------------------------------
  -- The products are locked in id order, so that orders do not deadlock, and in a statement of its own, so
  -- that the next statement sees the locked versions. An update that starts from a replaced row version would
  -- queue behind the transactions that still wait for that row, while they wait for this one.
  perform from public.products p where p.id = any (ids) order by p.id for no key update;
  ignored := set_config('yaare.placing_order', 'on', true);
  -- Takes the stock of the lines that can be sold. The others are missing from the totals, and abort the
  -- order below.
  with taken as (
    update public.products p set stock = p.stock - case when takes_stock then l.quantity else 0 end
    from unnest(ids, quantities) with ordinality as l (id, quantity, position)
    where p.id = l.id and (p.stock >= l.quantity or not takes_stock)
    returning l.position, p.id, p.name, p.price, p.image, p.stock, l.quantity
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
    sum(t.price::bigint * t.quantity) + context.shipping_fee as total,
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
  if totals.total > 2147483647 then
    raise exception using errcode = 'YA005', message = 'Le montant de la commande est trop élevé';
  end if;
  if new.total_amount is distinct from totals.total and not (by_service and new.total_amount is null) then
    perform private.raise_total_error(totals.total, context.shipping_fee, totals.items);
  end if;
  new.total_amount := totals.total;
  new.shipping_amount := context.shipping_fee;
  new.items_count := totals.pieces;
  new.payment_info := jsonb_build_object('method', payment_method, 'items', totals.items);
  if not by_service then
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

-- Releasing and taking again ---------------------------------------------------------------------------------------

create function private.return_stock(orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of their ids, as everywhere.
  perform from public.products p
  where p.id in (select i.product_id from public.order_items i where i.order_id = any (orders))
  order by p.id for no key update;
  update public.products p set stock = p.stock + l.quantity
  from (
    select i.product_id, sum(i.quantity)::integer as quantity
    from public.order_items i where i.order_id = any (orders)
    group by i.product_id
  ) l
  where p.id = l.product_id;
end
$$;
comment on function private.return_stock(uuid[]) is
  'Gives the stock of orders back, whose rows the caller has locked.';

create function private.take_stock_again(of_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
  quantities integer[];
  taken jsonb;
begin
  -- A product that was deleted meanwhile has no stock to take.
  select array_agg(i.product_id order by i.position), array_agg(i.quantity order by i.position)
  into ids, quantities
  from public.order_items i where i.order_id = of_order and i.product_id is not null;
  perform from public.products p where p.id = any (ids) order by p.id for no key update;
  with sold as (
    update public.products p set stock = p.stock - l.quantity
    from unnest(ids, quantities) as l (id, quantity)
    where p.id = l.id and p.stock >= l.quantity
    returning p.id
  )
  select jsonb_agg(jsonb_build_object('id', s.id)) into taken from sold s;
  if coalesce(jsonb_array_length(taken), 0) < coalesce(cardinality(ids), 0) then
    perform private.raise_stock_error(ids::text[], ids, quantities, taken);
  end if;
end
$$;
comment on function private.take_stock_again(uuid) is
  'Takes the stock of an order whose stock was given back; YA002 when there is not enough of it.';

create function private.release_expired_stock(max_orders integer default 50) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  expired uuid[];
  proven uuid[];
begin
  -- Each instance calls this: a row that another one works on is skipped.
  select array_agg(o.id), array_agg(o.id) filter (where a.audience <> 'unproven')
  into expired, proven
  from (
    select o.id, o.user_id from public.orders o
    where o.reservation_ends_at <= now() and o.status = 'pending' and o.stock_released_at is null
    order by o.reservation_ends_at limit max_orders
    for no key update skip locked
  ) o
  left join private.order_audiences a on a.id = o.user_id;
  if expired is null then
    return false;
  end if;
  perform private.return_stock(array(select unnest(expired) except select unnest(proven)));
  update public.orders o set
    reservation_ends_at = null,
    stock_released_at = case when o.id = any (proven) is not true then now() end,
    updated_at = now()
  where o.id = any (expired);
  return cardinality(expired) = max_orders;
end
$$;
comment on function private.release_expired_stock(integer) is
  'Gives back the stock of pending orders that nobody confirmed in time, of at most max_orders. An account that has proven itself meanwhile keeps it. Returns whether there may be more. Called by the process (jobs/reserved-stock.ts), on a hosted project by a schedule.';

create or replace function private.change_order_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := now();
  if new.status = 'cancelled' and char_length(btrim(new.cancellation_reason)) between 1 and 500 is not true then
    raise exception using errcode = 'YA006', message = 'Le motif de l''annulation est requis';
  elsif new.status <> 'cancelled' and new.cancellation_reason is not null then
    raise exception using errcode = 'YA006', message = 'Seule une commande annulée a un motif';
  elsif new.status = old.status then
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
  -- A cancelled order keeps the time at which its stock was given back.
  new.reservation_ends_at := null;
  if new.status = 'cancelled' then
    if old.stock_released_at is null then
      perform private.return_stock(array[new.id]);
    end if;
  elsif old.stock_released_at is not null then
    perform private.take_stock_again(new.id);
    new.stock_released_at := null;
  end if;
  return new;
end
$$;
comment on function private.change_order_status() is
  'Enforces the status transitions. Completed and cancelled are final; a cancellation restores the stock that the order holds, exactly once, because the row is locked and its status final. An order whose stock was given back takes it again.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
-- Writing a row evaluates its index expressions as the writing role.
grant execute on function private.get_phone_key(text), private.get_place_key(jsonb) to authenticated, service_role;
grant execute on function private.set_customer_trusted(uuid, boolean) to authenticated, service_role;
revoke execute on function public.set_customer_trusted(uuid, boolean) from public, anon;
grant execute on function public.set_customer_trusted(uuid, boolean) to authenticated, service_role;
