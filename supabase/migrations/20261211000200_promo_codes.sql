-- Promo codes: an amount, a percentage or a free delivery for whoever enters the code at the checkout.
-- See docs/decisions/0064-prices.md.

create table public.promo_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null constraint promo_codes_code_key unique
    constraint promo_codes_code_check check (code ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  kind text not null constraint promo_codes_kind_check check (kind in ('amount', 'percent', 'free_delivery')),
  amount integer constraint promo_codes_amount_check check (amount between 1 and 100000000),
  percent integer constraint promo_codes_percent_check check (percent between 1 and 90),
  minimum_amount integer not null default 0
    constraint promo_codes_minimum_amount_check check (minimum_amount between 0 and 100000000),
  category_ids uuid[] not null default '{}'
    constraint promo_codes_category_ids_check check (cardinality(category_ids) <= 100),
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer constraint promo_codes_max_uses_check check (max_uses between 1 and 1000000),
  max_uses_per_customer integer
    constraint promo_codes_max_uses_per_customer_check check (max_uses_per_customer between 1 and 1000),
  used_count integer not null default 0 constraint promo_codes_used_count_check check (used_count >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint promo_codes_value_check check (
    (kind = 'amount') = (amount is not null) and (kind = 'percent') = (percent is not null)
  ),
  constraint promo_codes_period_check check (ends_at > starts_at)
);
comment on table public.promo_codes is 'Codes that a customer enters at the checkout. A code with orders stays: it is switched off.';
comment on column public.promo_codes.minimum_amount is 'What the articles that it counts for cost at least, in francs.';
comment on column public.promo_codes.category_ids is 'The categories whose products it counts for; empty for everything.';
comment on column public.promo_codes.used_count is 'The orders that were not cancelled. The row is locked while an order counts itself.';
create index promo_codes_created_at_idx on public.promo_codes (created_at desc, id);

create table private.entered_promo_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_id uuid not null references public.promo_codes (id) on delete cascade,
  entered_at timestamptz not null default now(),
  primary key (user_id, code_id)
);
comment on table private.entered_promo_codes is
  'Who has entered which code. An order counts no other, because an order that is refused leaves no trace: codes could be guessed with it.';
alter table private.entered_promo_codes enable row level security;
create policy "Nobody reads the entered codes directly" on private.entered_promo_codes for select to authenticated using (false);
create index entered_promo_codes_code_id_idx on private.entered_promo_codes (code_id);

alter table public.orders add column promo_code text references public.promo_codes (code);
comment on column public.orders.promo_code is 'The promo code of the order, which its customer has entered before. Its discount is in discount_amount.';
grant insert (promo_code) on public.orders to authenticated;
create index orders_promo_code_idx on public.orders (promo_code, user_id) where promo_code is not null;

insert into public.limits (name, audience, scope, label, maximum, period_seconds) values
  ('promo_codes', 'everyone', 'account', 'Codes promo essayés par un compte', 10, 3600),
  ('promo_codes', 'everyone', 'address', 'Codes promo essayés depuis une adresse', 60, 3600),
  ('promo_codes', 'everyone', 'network', 'Codes promo essayés depuis un réseau', 300, 3600)
on conflict do nothing;

create function private.normalize_promo_code(typed text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select upper(regexp_replace(left(typed, 60), '\s', '', 'g'))
$$;

create function private.find_promo_problem(code public.promo_codes, customer uuid, eligible bigint) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when code.id is null or not code.is_active then 'Ce code n''existe pas'
    when code.starts_at > now() then format('Ce code vaut à partir du %s', to_char(code.starts_at at time zone 'UTC', 'DD/MM/YYYY'))
    when code.ends_at <= now() then 'Ce code n''est plus valable'
    when code.used_count >= code.max_uses then 'Ce code a été utilisé par d''autres, il n''en reste plus'
    when code.max_uses_per_customer <= (
      select count(*) from public.orders o
      where o.promo_code = code.code and o.user_id = customer and o.status <> 'cancelled'
    ) then 'Vous avez déjà utilisé ce code'
    when eligible = 0 then 'Ce code ne vaut pour aucun article de votre panier'
    when eligible < code.minimum_amount then format('Ce code vaut dès %s XOF d''articles%s',
      private.format_thousands(code.minimum_amount), case when code.category_ids <> '{}' then ' de ses catégories' else '' end)
  end;
end
$$;
comment on function private.find_promo_problem(public.promo_codes, uuid, bigint) is
  'Why a code does not count for this customer with so many francs of its articles; null when it counts.';

create function private.category_and_descendants(category uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array[category]
$$;
comment on function private.category_and_descendants(uuid) is 'The category with all below it.';

create function private.get_promo_products(code public.promo_codes, ids uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  categories uuid[];
begin
  if code.category_ids = '{}' then
    return ids;
  end if;
  categories := array(select unnest(private.category_and_descendants(c)) from unnest(code.category_ids) c);
  return array(select p.id from public.products p where p.id = any (ids) and p.category_id = any (categories));
end
$$;
comment on function private.get_promo_products(public.promo_codes, uuid[]) is 'Those of the products that a code counts for.';

create function private.get_promo_discount(code public.promo_codes, eligible bigint) returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select case code.kind
    when 'amount' then least(code.amount, eligible)
    when 'percent' then div(eligible * code.percent, 100)::bigint
    else 0
  end
$$;
comment on function private.get_promo_discount(public.promo_codes, bigint) is 'What a code takes off so many francs, and never more than them.';

create function private.price_lines(items jsonb, list uuid)
returns table (line integer, item_id uuid, product_id uuid, unit_price integer, quantity integer)
language sql stable security definer rows 10 set search_path = '' as $$
  select s.line::integer, i.id, i.product_id,
    private.get_unit_price(i.product_id, i.variant_id, i.price::integer, s.quantity, list), s.quantity
  from (
    select e.line,
      case when e.item ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (e.item ->> 'id')::uuid end as id,
      case when e.item ->> 'quantity' ~ '^[1-9][0-9]{0,5}$' then (e.item ->> 'quantity')::integer end as quantity
    from jsonb_array_elements(case when jsonb_typeof(items) = 'array' then items else '[]' end) with ordinality e (item, line)
    limit 100
  ) s
  join public.sellable_items i on i.id = s.id
  where s.quantity is not null
$$;
comment on function private.price_lines(jsonb, uuid) is 'The lines of a cart [{id, quantity}] with what each step costs, as an order would have it.';

create function private.check_promo_code(code text, items jsonb)
returns table (accepted_code text, discount integer, is_free_delivery boolean, problem text)
language plpgsql security definer rows 1 set search_path = '' as $$
declare
  found public.promo_codes;
  is_entered boolean;
  products uuid[];
  eligible bigint;
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'Connectez-vous pour utiliser un code';
  end if;
  select c.* into found from public.promo_codes c where c.code = private.normalize_promo_code(check_promo_code.code);
  is_entered := exists (
    select from private.entered_promo_codes e where e.user_id = auth.uid() and e.code_id = found.id
  );
  -- Right or wrong, because whoever may go on after a wrong code finds the right one.
  if not is_entered then
    perform private.take_visitor_limits('promo_codes');
  end if;
  select array_agg(distinct l.product_id) into products
  from private.price_lines(items, private.get_price_list(auth.uid())) l;
  products := private.get_promo_products(found, coalesce(products, '{}'));
  select coalesce(sum(l.unit_price::bigint * l.quantity), 0) into eligible
  from private.price_lines(items, private.get_price_list(auth.uid())) l
  where l.product_id = any (products);
  problem := private.find_promo_problem(found, auth.uid(), eligible);
  if found.id is not null and found.is_active and not is_entered then
    insert into private.entered_promo_codes (user_id, code_id) values (auth.uid(), found.id) on conflict do nothing;
  end if;
  accepted_code := case when problem is null then found.code end;
  discount := case when problem is null then least(private.get_promo_discount(found, eligible), 2147483647) else 0 end;
  is_free_delivery := problem is null and found.kind = 'free_delivery';
  return next;
end
$$;
create function public.check_promo_code(code text, items jsonb)
returns table (accepted_code text, discount integer, is_free_delivery boolean, problem text)
language sql rows 1 set search_path = '' as $$
  select c.accepted_code, c.discount, c.is_free_delivery, c.problem from private.check_promo_code(code, items) c
$$;
comment on function public.check_promo_code(text, jsonb) is
  'What a promo code takes off a cart [{id, quantity}] of the caller, in francs, or why it does not count. Only a code that was entered here counts in an order. PT429 after too many tries.';
revoke execute on function private.check_promo_code(text, jsonb), public.check_promo_code(text, jsonb) from public, anon;
grant execute on function private.check_promo_code(text, jsonb), public.check_promo_code(text, jsonb) to authenticated, service_role;

create function private.use_promo_code(placed public.orders)
returns table (discount integer, is_free_delivery boolean)
language plpgsql security definer rows 1 set search_path = '' as $$
declare
  found public.promo_codes;
  products uuid[];
  eligible bigint;
  problem text;
begin
  -- Locked until the order is placed: whoever counts next sees this use. After the products, as everywhere.
  select c.* into found
  from public.promo_codes c
  join private.entered_promo_codes e on e.code_id = c.id and e.user_id = placed.user_id
  where c.code = placed.promo_code for no key update of c;
  -- A statement of its own, which sees the orders of whoever had the lock before.
  products := private.get_promo_products(
    found, array(select distinct i.product_id from public.order_items i where i.order_id = placed.id)
  );
  select coalesce(sum(i.unit_price::bigint * i.quantity), 0) into eligible
  from public.order_items i where i.order_id = placed.id and i.product_id = any (products);
  problem := private.find_promo_problem(found, placed.user_id, eligible);
  if problem is not null then
    raise exception using errcode = 'YA011', message = problem;
  end if;
  update public.promo_codes c set used_count = c.used_count + 1 where c.id = found.id;
  discount := least(private.get_promo_discount(found, eligible), 2147483647);
  is_free_delivery := found.kind = 'free_delivery';
  -- Shared as the lines share the amount; the rounded sums leave no franc over. In the order of the ids, so that the
  -- same cart is shared in the same way.
  update public.order_items i set discount_amount =
    div(use_promo_code.discount * s.so_far, eligible) - div(use_promo_code.discount * (s.so_far - s.amount), eligible)
  from (
    select l.position, l.unit_price::numeric * l.quantity as amount,
      sum(l.unit_price::numeric * l.quantity) over (order by coalesce(l.variant_id, l.product_id)) as so_far
    from public.order_items l where l.order_id = placed.id and l.product_id = any (products)
  ) s
  where discount > 0 and i.order_id = placed.id and i.position = s.position;
  return next;
end
$$;
comment on function private.use_promo_code(public.orders) is
  'Counts the code of an order whose lines are written, takes its discount off them, and says what it takes off the whole. YA011 with the reason when it does not count.';

create function private.return_promo_code() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.promo_codes c set used_count = greatest(c.used_count - 1, 0) where c.code = old.promo_code;
  return null;
end
$$;
comment on function private.return_promo_code() is 'A cancelled order gives the use of its code back.';
-- After orders_tell_status, whose limit of letters is locked before the code where an order is placed, too.
create trigger orders_uncount_promo_code after update of status on public.orders
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled' and old.promo_code is not null)
  execute function private.return_promo_code();
create trigger orders_uncount_promo_code_delete after delete on public.orders
  for each row when (old.status <> 'cancelled' and old.promo_code is not null)
  execute function private.return_promo_code();

alter table public.promo_codes enable row level security;
revoke all on public.promo_codes from anon, authenticated;
grant select, delete,
  insert (id, code, kind, amount, percent, minimum_amount, category_ids, starts_at, ends_at, max_uses, max_uses_per_customer, is_active),
  update (kind, amount, percent, minimum_amount, category_ids, starts_at, ends_at, max_uses, max_uses_per_customer, is_active)
  on public.promo_codes to authenticated;
grant all on public.promo_codes to service_role;
create policy "Whoever sets prices reads promo codes" on public.promo_codes for select to authenticated
  using ((select private.has_right('prices.write')));
create policy "Whoever sets prices creates promo codes" on public.promo_codes for insert to authenticated
  with check ((select private.has_right('prices.write')));
create policy "Whoever sets prices changes promo codes" on public.promo_codes for update to authenticated
  using ((select private.has_right('prices.write'))) with check ((select private.has_right('prices.write')));
create policy "Whoever sets prices deletes promo codes" on public.promo_codes for delete to authenticated
  using ((select private.has_right('prices.write')));
-- The version that a form was opened with does not change when an order counts itself.
create trigger promo_codes_set_updated_at before update of kind, amount, percent, minimum_amount, category_ids, starts_at,
  ends_at, max_uses, max_uses_per_customer, is_active on public.promo_codes
  for each row execute function private.set_updated_at();
create trigger promo_codes_record after insert or delete or update of kind, amount, percent, minimum_amount, category_ids,
  starts_at, ends_at, max_uses, max_uses_per_customer, is_active on public.promo_codes
  for each row execute function private.record_change('code');

revoke execute on all functions in schema private from public;
grant execute on function private.check_promo_code(text, jsonb) to authenticated, service_role;
