-- Prices: quantity breaks and price lists, the one function that says what a piece costs, and the history of prices
-- that every announced reduction is compared with. See docs/decisions/0064-prices.md.

insert into public.role_rights (role, "right") values ('owner', 'prices.write'), ('manager', 'prices.write');

-- Price lists ----------------------------------------------------------------------------------------------------------

create table public.price_lists (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint price_lists_name_key unique
    constraint price_lists_name_check check (char_length(btrim(name)) between 1 and 80),
  percent integer not null default 0 constraint price_lists_percent_check check (percent between 0 and 90),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.price_lists is 'The prices of a group of customers, such as professionals. The pages of the shop show nobody else''s prices.';
comment on column public.price_lists.percent is 'What is taken off the ordinary price of everything; own prices of single items are rows of price_breaks.';

create table public.price_list_members (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  state text not null constraint price_list_members_state_check check (state in ('requested', 'granted', 'refused')),
  list_id uuid references public.price_lists (id),
  trade text not null constraint price_list_members_trade_check check (char_length(btrim(trade)) between 2 and 200),
  requested_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  reason text constraint price_list_members_reason_check check (char_length(btrim(reason)) between 1 and 500),
  updated_at timestamptz not null default now(),
  constraint price_list_members_granted_check check ((state = 'granted') = (list_id is not null)),
  constraint price_list_members_decided_check check ((state = 'requested') = (decided_at is null))
);
comment on table public.price_list_members is 'The customers who asked for the prices of professionals, with their trade, and the list that was granted.';
create index price_list_members_state_idx on public.price_list_members (state, requested_at desc, user_id);
create index price_list_members_list_id_idx on public.price_list_members (list_id) where list_id is not null;

-- Quantity breaks ------------------------------------------------------------------------------------------------------

create table public.price_breaks (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid references public.product_variants (id) on delete cascade,
  list_id uuid references public.price_lists (id) on delete cascade,
  minimum_quantity integer not null
    constraint price_breaks_minimum_quantity_check check (minimum_quantity between 1 and 999999),
  price public.price not null,
  constraint price_breaks_key unique nulls not distinct (product_id, variant_id, list_id, minimum_quantity),
  -- From one piece on it would be the ordinary price, which stands with the product.
  constraint price_breaks_public_check check (list_id is not null or minimum_quantity >= 2)
);
comment on table public.price_breaks is 'From so many steps on, a step costs this. With a list only for its members, where a minimum of 1 is their price of one.';
comment on column public.price_breaks.minimum_quantity is 'In steps, as all quantities.';
create index price_breaks_variant_id_idx on public.price_breaks (variant_id) where variant_id is not null;
create index price_breaks_list_id_idx on public.price_breaks (list_id) where list_id is not null;

alter table public.products add column has_price_rules boolean not null default false;
comment on column public.products.has_price_rules is 'Whether there are price breaks, so that an order without any asks for none. Kept by the database.';

create function private.set_has_price_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products p set has_price_rules = r.has_rules
  from (
    select c.product_id, exists (select from public.price_breaks b where b.product_id = c.product_id) as has_rules
    from (select distinct product_id from changed_rows) c
  ) r
  where p.id = r.product_id and p.has_price_rules <> r.has_rules;
  return null;
end
$$;
create trigger price_breaks_set_has_price_rules_insert after insert on public.price_breaks
  referencing new table as changed_rows for each statement execute function private.set_has_price_rules();
create trigger price_breaks_set_has_price_rules_delete after delete on public.price_breaks
  referencing old table as changed_rows for each statement execute function private.set_has_price_rules();

create function private.notify_price_breaks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The prices of a list are on no cached page.
  perform private.notify_page_changes(
    (select array_agg(distinct 'product:' || c.product_id) from changed_rows c where c.list_id is null), '{}', 'catalog'
  );
  return null;
end
$$;
create trigger price_breaks_notify_insert after insert on public.price_breaks
  referencing new table as changed_rows for each statement execute function private.notify_price_breaks();
create trigger price_breaks_notify_update after update on public.price_breaks
  referencing new table as changed_rows for each statement execute function private.notify_price_breaks();
create trigger price_breaks_notify_delete after delete on public.price_breaks
  referencing old table as changed_rows for each statement execute function private.notify_price_breaks();

-- What a piece costs ---------------------------------------------------------------------------------------------------

create function private.take_percent_off(price bigint, percent integer) returns integer
language sql immutable parallel safe set search_path = '' as $$
  -- No coin is smaller than 5 francs.
  select least(price, greatest(1, div(price * (100 - percent) + 499, 500) * 5))::integer
$$;
comment on function private.take_percent_off(bigint, integer) is 'A price with so many percent off, rounded up to 5 francs.';

create function private.list_price_steps(of_product uuid, of_variant uuid, ordinary integer, list uuid)
returns table (minimum_quantity integer, price integer)
language sql stable security definer rows 3 set search_path = '' as $$
  select s.minimum_quantity, s.price
  from (
    select c.minimum_quantity, min(c.price) as price,
      min(min(c.price)) over (order by c.minimum_quantity rows between unbounded preceding and 1 preceding) as before
    from (
      select 1 as minimum_quantity, least(
        ordinary,
        (select private.take_percent_off(ordinary, l.percent) from public.price_lists l where l.id = list and l.is_active)
      ) as price
      union all
      select b.minimum_quantity, b.price::integer
      from public.price_breaks b
      where b.product_id = of_product and b.variant_id is not distinct from of_variant and (
        b.list_id is null
        or b.list_id = list and exists (select from public.price_lists l where l.id = list and l.is_active)
      )
    ) c
    group by c.minimum_quantity
  ) s
  -- Whatever the rules say, more pieces never cost more each.
  where s.before is null or s.price < s.before
  order by s.minimum_quantity
$$;
comment on function private.list_price_steps(uuid, uuid, integer, uuid) is
  'What one step of an item costs from which quantity on, for a price list or none: falling, and the first from 1 on. Pages, carts and orders ask this function, and no other decides about a price.';

create function private.get_unit_price(of_product uuid, of_variant uuid, ordinary integer, quantity integer, list uuid)
returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select s.price from private.list_price_steps(of_product, of_variant, ordinary, list) s
    where s.minimum_quantity <= quantity
    order by s.minimum_quantity desc limit 1
  );
end
$$;
comment on function private.get_unit_price(uuid, uuid, integer, integer, uuid) is 'What each step costs when so many are bought.';

create function private.get_price_list(account uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select m.list_id from public.price_list_members m join public.price_lists l on l.id = m.list_id
    where m.user_id = account and l.is_active
  );
end
$$;
comment on function private.get_price_list(uuid) is 'The price list of a customer; null for almost everybody.';

create function private.own_price_steps(of_product uuid, of_variant uuid, ordinary integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  list constant uuid := case when auth.uid() is not null then private.get_price_list(auth.uid()) end;
begin
  if list is null and not exists (select from public.products p where p.id = of_product and p.has_price_rules) then
    return '[]';
  end if;
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('minimum_quantity', s.minimum_quantity, 'price', s.price) order by s.minimum_quantity)
        filter (where s.minimum_quantity > 1 or s.price < ordinary),
      '[]'
    )
    from private.list_price_steps(of_product, of_variant, ordinary, list) s
  );
end
$$;
comment on function private.own_price_steps(uuid, uuid, integer) is 'The price steps of an item for the caller, without the one that is the ordinary price.';

create function public.price_steps(item public.sellable_items) returns jsonb
language sql stable set search_path = '' as $$
  select private.own_price_steps(item.product_id, item.variant_id, item.price)
$$;
comment on function public.price_steps(public.sellable_items) is
  'What a step of the item costs for the caller from which quantity on, [{minimum_quantity, price}] with falling prices; empty when every quantity has the ordinary price. A column of the view for the API.';
revoke execute on function public.price_steps(public.sellable_items) from public;
grant execute on function public.price_steps(public.sellable_items), private.own_price_steps(uuid, uuid, integer)
  to anon, authenticated, service_role;

-- The history of prices ------------------------------------------------------------------------------------------------

create table public.price_changes (
  id bigint generated by default as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid references public.product_variants (id) on delete cascade,
  price public.price not null,
  changed_at timestamptz not null default now()
);
comment on table public.price_changes is 'Every price that a product or a variant has had, and since when. Written by the database, and never changed.';
create index price_changes_product_id_idx on public.price_changes (product_id, variant_id, changed_at desc, id desc);
create index price_changes_variant_id_idx on public.price_changes (variant_id) where variant_id is not null;
create trigger price_changes_reject_change before update or delete on public.price_changes
  for each row when (pg_trigger_depth() = 0) execute function private.reject_audit_log_change();

alter table public.products add column lowest_price public.price;
alter table public.product_variants add column lowest_price public.price;
comment on column public.products.lowest_price is
  'The lowest price of the 30 days before the present reduction; null without one, and where nothing is known of the time before. Kept by the database.';
comment on column public.product_variants.lowest_price is 'As products.lowest_price.';

create function private.find_lowest_price(of_product uuid, of_variant uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select min(h.price)::integer
  from (
    (
      select c.price from public.price_changes c
      where c.product_id = of_product and c.variant_id is not distinct from of_variant
        and c.changed_at > now() - interval '30 days'
    )
    union all
    -- The price with which the 30 days began.
    (
      select c.price from public.price_changes c
      where c.product_id = of_product and c.variant_id is not distinct from of_variant
        and c.changed_at <= now() - interval '30 days'
      order by c.changed_at desc, c.id desc limit 1
    )
  ) h
$$;
comment on function private.find_lowest_price(uuid, uuid) is 'The lowest price of the last 30 days, before a change that is being written.';

create function private.set_lowest_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.old_price is null or tg_op = 'INSERT' then
    new.lowest_price := null;
  -- A reduction that goes on in steps is still compared with the time before its first.
  elsif old.old_price is null or old.lowest_price is null and new.price <> old.price or new.price > old.price then
    if tg_table_name = 'products' then
      new.lowest_price := private.find_lowest_price(new.id, null);
    else
      new.lowest_price := private.find_lowest_price(new.product_id, new.id);
    end if;
  else
    new.lowest_price := old.lowest_price;
  end if;
  return new;
end
$$;
-- After products_set_discount, which ends reductions: triggers run in the order of their names.
create trigger products_set_lowest_price before insert or update of price, old_price, lowest_price on public.products
  for each row execute function private.set_lowest_price();
create trigger product_variants_set_lowest_price before insert or update of price, old_price, lowest_price
  on public.product_variants for each row execute function private.set_lowest_price();

create function private.record_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'products' then
      insert into public.price_changes (product_id, price) select a.id, a.price from after_rows a;
    else
      insert into public.price_changes (product_id, variant_id, price) select a.product_id, a.id, a.price from after_rows a;
    end if;
  elsif tg_table_name = 'products' then
    insert into public.price_changes (product_id, price) values (new.id, new.price);
  else
    insert into public.price_changes (product_id, variant_id, price) values (new.product_id, new.id, new.price);
  end if;
  return null;
end
$$;
comment on function private.record_price() is 'Writes the history of prices: rows that are new at once, changes of prices one by one.';
create trigger products_record_price_insert after insert on public.products
  referencing new table as after_rows for each statement execute function private.record_price();
create trigger products_record_price_update after update of price on public.products
  for each row when (new.price <> old.price) execute function private.record_price();
create trigger product_variants_record_price_insert after insert on public.product_variants
  referencing new table as after_rows for each statement execute function private.record_price();
create trigger product_variants_record_price_update after update of price on public.product_variants
  for each row when (new.price <> old.price) execute function private.record_price();

-- A shop that exists begins its history today, with the reductions that it has.
insert into public.price_changes (product_id, price) select p.id, p.price from public.products p;
insert into public.price_changes (product_id, variant_id, price) select v.product_id, v.id, v.price from public.product_variants v;

-- Whoever may read and write -------------------------------------------------------------------------------------------

alter table public.price_lists enable row level security;
alter table public.price_list_members enable row level security;
alter table public.price_breaks enable row level security;
alter table public.price_changes enable row level security;
revoke all on public.price_lists, public.price_list_members, public.price_breaks, public.price_changes from anon, authenticated;
grant select, insert (id, name, percent, is_active), update (name, percent, is_active), delete on public.price_lists to authenticated;
grant select on public.price_list_members, public.price_breaks, public.price_changes to authenticated;
revoke all on sequence public.price_changes_id_seq from anon, authenticated;
grant all on public.price_lists, public.price_list_members, public.price_breaks, public.price_changes to service_role;

create policy "Staff and members read price lists" on public.price_lists for select to authenticated using (
  (select private.has_right('customers.read'))
    or exists (select from public.price_list_members m where m.list_id = price_lists.id and m.user_id = (select auth.uid()))
);
create policy "Whoever sets prices creates price lists" on public.price_lists for insert to authenticated
  with check ((select private.has_right('prices.write')));
create policy "Whoever sets prices changes price lists" on public.price_lists for update to authenticated
  using ((select private.has_right('prices.write'))) with check ((select private.has_right('prices.write')));
create policy "Whoever sets prices deletes price lists" on public.price_lists for delete to authenticated
  using ((select private.has_right('prices.write')));
create policy "Customers read their own request, staff all" on public.price_list_members for select to authenticated using (
  user_id = (select auth.uid()) or (select private.has_right('customers.read'))
);
create policy "Whoever sets prices reads the price breaks" on public.price_breaks for select to authenticated
  using ((select private.has_right('prices.write')));
create policy "Whoever sets prices reads the history of prices" on public.price_changes for select to authenticated
  using ((select private.has_right('prices.write')));

create trigger price_lists_set_updated_at before update on public.price_lists
  for each row execute function private.set_updated_at();
create trigger price_lists_record after insert or update or delete on public.price_lists
  for each row execute function private.record_change('name');
create trigger price_list_members_set_updated_at before update on public.price_list_members
  for each row execute function private.set_updated_at();
create trigger price_list_members_record after update on public.price_list_members
  for each row execute function private.record_change('trade', 'user_id');
create trigger price_breaks_record after insert or update or delete on public.price_breaks
  for each row when (pg_trigger_depth() = 0) execute function private.record_change('Prix par quantité', 'product_id', '', 'minimum_quantity');

-- Staff write the breaks of an item at once ----------------------------------------------------------------------------

create function private.save_price_breaks(item uuid, list uuid, breaks jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target record;
  problem text;
begin
  perform private.require_right('prices.write');
  select i.product_id, i.variant_id, i.price into target from public.sellable_items i where i.id = item;
  if target.product_id is null then
    raise sqlstate 'PT404' using message = 'Cet article a été supprimé entre-temps';
  elsif jsonb_typeof(breaks) is distinct from 'array' or jsonb_array_length(breaks) > 20 then
    perform private.raise_problem('breaks', 'Un article a au plus 20 prix par quantité');
  end if;
  perform from public.products p where p.id = target.product_id for no key update;
  select
    case
      when b.minimum_quantity is null then 'La quantité est un nombre entier d''au moins 2'
      when b.price is null then 'Le prix doit être un nombre positif'
      when b.copies > 1 then format('La quantité %s figure deux fois', b.minimum_quantity)
      when b.price >= coalesce(b.before, target.price + case when list is null then 0 else 1 end)
        then format('Dès %s : le prix doit être inférieur à %s XOF, le prix d''une quantité plus petite', b.minimum_quantity,
          private.format_thousands(coalesce(b.before, target.price)))
    end
  into problem
  from (
    select r.*, count(*) over (partition by r.minimum_quantity) as copies,
      lag(r.price) over (order by r.minimum_quantity) as before
    from (
      select
        case when b ->> 'minimum_quantity' ~ '^[1-9][0-9]{0,5}$'
          and ((b ->> 'minimum_quantity')::integer > 1 or list is not null) then (b ->> 'minimum_quantity')::integer end as minimum_quantity,
        case when b ->> 'price' ~ '^[1-9][0-9]{0,8}$' and (b ->> 'price')::integer <= 100000000 then (b ->> 'price')::integer end as price
      from jsonb_array_elements(breaks) b
    ) r
  ) b
  where b.minimum_quantity is null or b.price is null or b.copies > 1
    or b.price >= coalesce(b.before, target.price + case when list is null then 0 else 1 end)
  order by b.minimum_quantity nulls first
  limit 1;
  if problem is not null then
    perform private.raise_problem('breaks', problem);
  end if;
  delete from public.price_breaks b
  where b.product_id = target.product_id and b.variant_id is not distinct from target.variant_id
    and b.list_id is not distinct from list
    and b.minimum_quantity not in (select (n ->> 'minimum_quantity')::integer from jsonb_array_elements(breaks) n);
  insert into public.price_breaks as b (product_id, variant_id, list_id, minimum_quantity, price)
  select target.product_id, target.variant_id, list, (n ->> 'minimum_quantity')::integer, (n ->> 'price')::integer
  from jsonb_array_elements(breaks) n
  on conflict on constraint price_breaks_key do update set price = excluded.price where b.price <> excluded.price;
end
$$;
create function public.save_price_breaks(item uuid, breaks jsonb, list uuid default null) returns void
language sql set search_path = '' as $$
  select private.save_price_breaks(item, list, breaks)
$$;
comment on function public.save_price_breaks(uuid, jsonb, uuid) is
  'Gives a sellable item exactly these price breaks, [{minimum_quantity, price}], for everybody or for a price list. YA007 with the reason when a price does not fall as the quantity rises; PT404 when the item is gone; 42501 without the right prices.write.';
revoke execute on function private.save_price_breaks(uuid, uuid, jsonb) from public;
revoke execute on function public.save_price_breaks(uuid, jsonb, uuid) from public, anon;
grant execute on function private.save_price_breaks(uuid, uuid, jsonb), public.save_price_breaks(uuid, jsonb, uuid) to authenticated, service_role;

-- What the database keeps by itself is no column of the form.
do $$
begin
  execute replace(
    pg_get_functiondef('private.product_columns()'::regprocedure), 'has_variants}', 'has_variants,has_price_rules,lowest_price}'
  );
end
$$;
select private.apply_product_columns();

-- Nor a change that a person made.
do $$
begin
  execute replace(
    pg_get_functiondef('private.record_change()'::regprocedure), '{id,created_at,updated_at,',
    '{id,created_at,updated_at,has_price_rules,lowest_price,used_count,applied_at,'
  );
end
$$;

-- Customers ask for the prices of professionals ------------------------------------------------------------------------

insert into public.limits (name, audience, scope, label, maximum, period_seconds) values
  ('price_list_requests', 'everyone', 'account', 'Demandes de tarif professionnel d''un compte', 3, 86400)
on conflict do nothing;

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
    'alter domain public.mail_kind add constraint mail_kind_known check (value in (%s, ''price_list_answer''))', kinds
  );
end
$$;

create function private.request_price_list(trade text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  typed constant text := btrim(regexp_replace(trade, '\s+', ' ', 'g'));
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'Connectez-vous pour demander ces prix';
  elsif char_length(typed) between 2 and 200 is not true then
    perform private.raise_problem('trade', 'Indiquez votre métier en 200 caractères au plus');
  elsif private.contains_link(typed) then
    perform private.raise_problem('trade', 'Un métier ne contient ni adresse ni lien');
  end if;
  perform private.take_limit('price_list_requests', 'everyone', 'account', auth.uid()::text);
  insert into public.price_list_members as m (user_id, state, trade)
  values (auth.uid(), 'requested', typed)
  on conflict (user_id) do update set
    state = 'requested', trade = excluded.trade, requested_at = now(), decided_at = null, decided_by = null, reason = null
  -- Who has the prices keeps them.
  where m.state <> 'granted';
end
$$;
create function public.request_price_list(trade text) returns void
language sql set search_path = '' as $$
  select private.request_price_list(trade)
$$;
comment on function public.request_price_list(text) is
  'The caller asks for the prices of professionals and names the trade. Again after a refusal; nothing changes once they are granted. PT429 after too many requests.';

create function private.answer_price_list_request(customer uuid, list uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  stated constant text := nullif(btrim(left(reason, 500)), '');
  address text;
begin
  perform private.require_right('prices.write');
  if list is not null and not exists (select from public.price_lists l where l.id = list and l.is_active) then
    perform private.raise_problem('list', 'Choisissez une liste de prix en service');
  elsif list is null and stated is null then
    perform private.raise_problem('reason', 'Indiquez le motif, que le client lira');
  end if;
  update public.price_list_members m set
    state = case when list is null then 'refused' else 'granted' end, list_id = list, decided_at = now(),
    decided_by = (select a.name from public.admin_users a where a.id = auth.uid()),
    reason = case when list is null then stated end
  where m.user_id = customer;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette demande n''existe plus';
  end if;
  select nullif(p.email, '') into address from public.profiles p where p.id = customer;
  if address is not null then
    insert into public.mails (subject_id, kind, recipient, payload)
    values (gen_random_uuid(), 'price_list_answer', address, jsonb_build_object('customer', customer));
    perform pg_notify('mails', '');
  end if;
end
$$;
create function public.answer_price_list_request(customer uuid, list uuid default null, reason text default null) returns void
language sql set search_path = '' as $$
  select private.answer_price_list_request(customer, list, reason)
$$;
comment on function public.answer_price_list_request(uuid, uuid, text) is
  'Grants a customer a price list, or refuses with a reason; the customer is told by mail. An answer can be changed later. YA007 with the reason; PT404 without a request; 42501 without the right prices.write.';

revoke execute on all functions in schema private from public;
revoke execute on function public.request_price_list(text), public.answer_price_list_request(uuid, uuid, text) from public, anon;
grant execute on function private.request_price_list(text), private.answer_price_list_request(uuid, uuid, text),
  public.request_price_list(text), public.answer_price_list_request(uuid, uuid, text) to authenticated, service_role;
