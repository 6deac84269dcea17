-- The stock ledger: what changed each stock. Sales, cancellations and returns are the lines of the orders themselves;
-- everything else is a row of stock_movements. See docs/decisions/0068-stock-ledger.md.

insert into public.role_rights (role, "right")
select unnest(array['owner'] || roles), name
from (values
  ('costs.read', array['manager']),
  ('stock.receive', array['manager', 'stock']),
  ('stock.close', array['manager'])
) as granted (name, roles);

create domain public.stock_movement_kind as text constraint stock_movement_kind_known check (
  value in ('opening', 'receipt', 'correction', 'loss', 'return', 'count')
);
comment on domain public.stock_movement_kind is
  'Why a stock changed, besides orders: what a product began with, goods from a supplier, a mistake put right, a loss, goods that went back or came back outside of an order, or a count.';

create domain public.stock_reason as text constraint stock_reason_known check (
  value in (
    'inventory', 'entry_error', 'delivery', 'breakage', 'theft', 'own_use', 'customer_return', 'supplier_return',
    'order_deleted', 'variants'
  )
);
comment on domain public.stock_reason is
  'The reason that somebody chose when they overwrote a stock; order_deleted and variants (the product got or lost variants, or the variant was deleted) are the database''s own.';

create table public.stock_movements (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid,
  kind public.stock_movement_kind not null,
  quantity integer not null constraint stock_movements_quantity_check check (quantity <> 0),
  reason public.stock_reason,
  unit_cost public.price,
  receipt_id uuid,
  count_id uuid,
  actor_id uuid,
  actor_name text,
  at timestamptz not null default now()
);
comment on table public.stock_movements is
  'What changed a stock besides the orders; it is only added to. Together with the lines of the orders it sums to the stock.';
comment on column public.stock_movements.variant_id is
  'The variant; null for a product without variants. No foreign key: the history stays when a variant is deleted.';
comment on column public.stock_movements.quantity is 'What was added, in steps of the product''s unit; negative for what was taken.';
comment on column public.stock_movements.unit_cost is 'What one step cost, in francs, where it is known. Read only with the right costs.read.';
comment on column public.stock_movements.receipt_id is 'The receipt that the goods came with.';
comment on column public.stock_movements.count_id is 'The count that found the difference.';
create index stock_movements_product_id_idx on public.stock_movements (product_id, at desc, id);
create trigger stock_movements_reject_change before update or delete on public.stock_movements
  for each row when (pg_trigger_depth() = 0) execute function private.reject_audit_log_change();

-- Movements --------------------------------------------------------------------------------------------------------

create function private.get_stock_reason() returns public.stock_reason
language plpgsql stable set search_path = '' as $$
declare
  chosen public.stock_reason;
begin
  chosen := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-stock-reason';
  return chosen;
exception when check_violation then
  return null;
end
$$;
comment on function private.get_stock_reason() is
  'The reason that the request names in its header x-stock-reason: every call that writes a stock can send it. Null for none, or for an unknown one.';

create function private.get_reason_kind(reason public.stock_reason) returns public.stock_movement_kind
language sql immutable set search_path = '' as $$
  select case
    when reason = 'delivery' then 'receipt'
    when reason in ('breakage', 'theft', 'own_use') then 'loss'
    when reason in ('customer_return', 'supplier_return') then 'return'
    else 'correction'
  end
$$;
comment on function private.get_reason_kind(public.stock_reason) is 'The kind of movement that a reason stands for.';

-- All that orders take and give back goes through here, apart from place_order.
create or replace function private.take_stock(ids uuid[], quantities integer[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken jsonb;
begin
  -- In the order of the products' ids, as everywhere: whoever holds a product may take its variants.
  perform from public.products p
  where p.id = any (ids || array(select v.product_id from public.product_variants v where v.id = any (ids)))
  order by p.id for no key update;
  perform set_config('yaare.taking_stock', 'on', true);
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
  perform set_config('yaare.taking_stock', '', true);
  return taken;
end
$$;

create function private.book_product_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  chosen public.stock_reason;
begin
  if current_setting('yaare.taking_stock', true) = 'on' then
    return null;
  end if;
  chosen := private.get_stock_reason();
  insert into public.stock_movements (product_id, kind, quantity, reason, actor_id, actor_name)
  select c.id, private.get_reason_kind(c.reason), c.quantity, c.reason, auth.uid(),
    (select u.name from public.admin_users u where u.id = auth.uid())
  from (
    select a.id,
      case
        when a.has_variants then -b.stock
        -- What its orders held of it before it had variants comes back to it, if it comes back.
        when b.has_variants then a.stock - (
          select coalesce(sum(e.quantity), 0)::integer from private.stock_entries e
          where e.product_id = a.id and e.variant_id is null
        )
        else a.stock - b.stock
      end as quantity,
      case when a.has_variants or b.has_variants then 'variants' else chosen end::public.stock_reason as reason
    from before_rows b join after_rows a on a.id = b.id
    -- The stock of a product with variants is the sum of theirs, which are booked themselves.
    where (a.stock <> b.stock or a.has_variants <> b.has_variants) and not (a.has_variants and b.has_variants)
  ) c
  where c.quantity <> 0;
  return null;
end
$$;
comment on function private.book_product_stock() is
  'Writes a movement for each stock that was overwritten: by the form, a bulk change, an import, or the service. Only what orders and movements changed through take_stock is in the ledger already, so nothing can be forgotten.';
-- place_order is left out by the condition, so that an order does not call the function.
create trigger products_book_stock after update on public.products
  referencing old table as before_rows new table as after_rows
  for each statement when (coalesce(current_setting('yaare.placing_order', true), '') = '')
  execute function private.book_product_stock();

create function private.book_variant_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  chosen public.stock_reason;
begin
  if current_setting('yaare.taking_stock', true) = 'on' then
    return null;
  end if;
  chosen := private.get_stock_reason();
  insert into public.stock_movements (product_id, variant_id, kind, quantity, reason, actor_id, actor_name)
  select a.product_id, a.id, private.get_reason_kind(chosen), a.stock - b.stock, chosen, auth.uid(),
    (select u.name from public.admin_users u where u.id = auth.uid())
  from before_rows b join after_rows a on a.id = b.id
  where a.stock <> b.stock;
  return null;
end
$$;
comment on function private.book_variant_stock() is 'As book_product_stock, for variants.';
create trigger product_variants_book_stock after update on public.product_variants
  referencing old table as before_rows new table as after_rows
  for each statement when (coalesce(current_setting('yaare.placing_order', true), '') = '')
  execute function private.book_variant_stock();

create function private.book_opening_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_movements (product_id, kind, quantity, actor_id, actor_name, at)
  select a.id, 'opening', a.stock, auth.uid(), (select u.name from public.admin_users u where u.id = auth.uid()),
    a.created_at
  from after_rows a where a.stock <> 0 and not a.has_variants;
  return null;
end
$$;
comment on function private.book_opening_stock() is 'Opens the ledger of new products with the stock that they begin with.';
create trigger products_book_opening after insert on public.products
  referencing new table as after_rows
  for each statement execute function private.book_opening_stock();

create function private.book_variant_arrivals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_movements (product_id, variant_id, kind, quantity, reason, actor_id, actor_name)
  select c.product_id, c.id, case tg_op when 'INSERT' then 'opening' else 'correction' end,
    case tg_op when 'INSERT' then c.stock else -c.stock end, case when tg_op = 'DELETE' then 'variants' end,
    auth.uid(), (select u.name from public.admin_users u where u.id = auth.uid())
  -- A product that is deleted takes its ledger along.
  from changed_rows c join public.products p on p.id = c.product_id
  where c.stock <> 0;
  return null;
end
$$;
comment on function private.book_variant_arrivals() is
  'Opens the ledger of new variants, and ends that of deleted ones.';
create trigger product_variants_book_insert after insert on public.product_variants
  referencing new table as changed_rows for each statement execute function private.book_variant_arrivals();
create trigger product_variants_book_delete after delete on public.product_variants
  referencing old table as changed_rows for each statement execute function private.book_variant_arrivals();

create function private.write_stock_movements(movements jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
  quantities integer[];
  taken jsonb;
begin
  select array_agg(c.id), array_agg(-c.quantity) into ids, quantities
  from (
    select coalesce(m.variant_id, m.product_id) as id, sum(m.quantity)::integer as quantity
    from jsonb_to_recordset(movements) as m (product_id uuid, variant_id uuid, quantity integer) group by 1
  ) c;
  taken := private.take_stock(ids, quantities);
  if coalesce(jsonb_array_length(taken), 0) < coalesce(cardinality(ids), 0) then
    raise exception using errcode = 'YA010',
      message = 'Un article n''est plus au catalogue, ou son stock deviendrait négatif';
  end if;
  insert into public.stock_movements (
    product_id, variant_id, kind, quantity, unit_cost, receipt_id, count_id, actor_id, actor_name
  )
  select m.product_id, m.variant_id, m.kind, m.quantity, m.unit_cost, m.receipt_id, m.count_id, auth.uid(),
    (select u.name from public.admin_users u where u.id = auth.uid())
  from jsonb_to_recordset(movements) as m (
    product_id uuid, variant_id uuid, kind text, quantity integer, unit_cost integer, receipt_id uuid, count_id uuid
  );
end
$$;
comment on function private.write_stock_movements(jsonb) is
  'Changes stocks and writes the movements that explain it: [{product_id, variant_id, kind, quantity, unit_cost, receipt_id, count_id}].';

-- The ledger ---------------------------------------------------------------------------------------------------------

create view private.stock_entries with (security_invoker = on) as
select m.product_id, m.variant_id, m.at, m.kind::text as kind, m.quantity, m.reason::text as reason, m.id as movement_id,
  null::uuid as order_id, m.actor_name
from public.stock_movements m
union all
select i.product_id, i.variant_id, o.created_at, 'sale', -i.quantity, null, null, i.order_id, null
from public.order_items i join public.orders o on o.id = i.order_id
union all
select i.product_id, i.variant_id, o.stock_released_at, 'release', i.quantity, null, null, i.order_id, null
from public.order_items i join public.orders o on o.id = i.order_id
where o.stock_released_at is not null
union all
-- What was on the road when its order was cancelled comes back by being counted in.
select i.product_id, i.variant_id, coalesce(o.cancelled_at, o.updated_at), 'cancellation', i.quantity, null, null, i.order_id, null
from public.order_items i join public.orders o on o.id = i.order_id
where o.status = 'cancelled' and o.stock_released_at is null and i.returned_quantity = 0
union all
select i.product_id, i.variant_id, c.at, 'counted_in', c.quantity, null, null, c.order_id, e.actor_name
from public.order_items i
join public.counted_in_pieces c on c.order_id = i.order_id and c.position = i.position
join public.order_events e on e.id = c.event_id
where c.destination = 'stock';
comment on view private.stock_entries is
  'The ledger: the movements, and what the lines of the orders say of the stock as they are now. Its sum is the stock of what can be bought; nothing of it is stored twice. A line of an order that was changed stands with its present quantity at the time of the order.';
revoke all on private.stock_entries from public, anon, authenticated;

create function private.list_stock_entries(product uuid, variant uuid, skip integer, take integer)
returns table (
  at timestamptz, kind text, quantity integer, stock_after bigint, reason text, variant_id uuid, variant_name text,
  order_id uuid, order_number text, movement_id uuid, unit_cost integer, actor_name text
)
language plpgsql stable security definer rows 25 set search_path = '' as $$
begin
  perform private.require_right('stock.count');
  return query
  select e.at, e.kind, e.quantity,
    case when v.id is not null then v.stock when e.variant_id is null and not p.has_variants then p.stock else 0 end
      - e.newer,
    e.reason, e.variant_id, array_to_string(v.choices, ' · '), e.order_id, o.number::text, e.movement_id,
    case when private.has_right('costs.read') then m.unit_cost::integer end, e.actor_name
  from (
    select l.*, coalesce(sum(l.quantity) over newest_first, 0) as newer,
      row_number() over (order by l.at desc, l.quantity, l.order_id, l.movement_id) as place
    from private.stock_entries l
    where l.product_id = product and (variant is null or l.variant_id = variant)
    window newest_first as (
      partition by l.variant_id
      order by l.at desc, l.quantity, l.order_id, l.movement_id rows between unbounded preceding and 1 preceding
    )
    order by place
    limit greatest(least(take, 1000), 0) offset greatest(least(skip, 1000000), 0)
  ) e
  join public.products p on p.id = e.product_id
  left join public.product_variants v on v.id = e.variant_id
  left join public.orders o on o.id = e.order_id
  left join public.stock_movements m on m.id = e.movement_id
  order by e.place;
end
$$;
create function public.stock_ledger(
  product uuid, variant uuid default null, skip integer default 0, take integer default 25
)
returns table (
  at timestamptz, kind text, quantity integer, stock_after bigint, reason text, variant_id uuid, variant_name text,
  order_id uuid, order_number text, movement_id uuid, unit_cost integer, actor_name text
)
language sql stable rows 25 set search_path = '' as $$
  select * from private.list_stock_entries(product, variant, skip, take)
$$;
comment on function public.stock_ledger(uuid, uuid, integer, integer) is
  'A page of what changed the stock of a product or of one of its variants, newest first, each with the stock that it left: sale, release (of an order that nobody confirmed), cancellation, counted_in, and the kinds of stock_movements. The costs only with the right costs.read; 42501 without the right stock.count.';

create function private.book_deleted_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_movements (product_id, variant_id, kind, quantity, reason)
  select i.product_id, i.variant_id, 'correction', sum(e.quantity)::integer, 'order_deleted'
  from (
    select distinct l.product_id, l.variant_id from public.order_items l
    where l.order_id = old.id and l.product_id is not null
  ) i
  join private.stock_entries e on e.product_id = i.product_id and e.order_id = old.id
    and e.variant_id is not distinct from i.variant_id
  group by i.product_id, i.variant_id
  having sum(e.quantity) <> 0;
  return old;
end
$$;
comment on function private.book_deleted_order() is
  'What a deleted order had taken stays taken, and is explained by a movement, because its lines are gone.';
create trigger orders_book_deletion before delete on public.orders
  for each row execute function private.book_deleted_order();

-- What the products of a running shop began with: their stock, and what their orders hold of it.
insert into public.stock_movements (product_id, variant_id, kind, quantity, at)
select s.product_id, s.variant_id, 'opening', s.stock - coalesce(e.quantity, 0), p.created_at
from public.sellable_items s
join public.products p on p.id = s.product_id
left join (
  select coalesce(l.variant_id, l.product_id) as id, sum(l.quantity)::integer as quantity
  from private.stock_entries l group by 1
) e on e.id = s.id
where s.stock <> coalesce(e.quantity, 0);

-- The nightly check ------------------------------------------------------------------------------------------------

create table public.stock_checks (
  day date primary key,
  products_count bigint not null default 0,
  problem_count bigint not null default 0,
  problems jsonb not null default '[]' constraint stock_checks_problems_check check (jsonb_typeof(problems) = 'array'),
  checked_through uuid,
  finished_at timestamptz
);
comment on table public.stock_checks is
  'Each night every stock is compared with the ledger. The first fifty products and variants whose stock differs are named in problems: {id, name, stock, booked}, the id that of the product.';
comment on column public.stock_checks.checked_through is 'The last product that was compared, in the order of the ids.';

create function private.check_stock(max_products integer default 5000) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  state public.stock_checks;
  checked record;
begin
  -- Each instance calls this.
  if not pg_try_advisory_xact_lock(hashtextextended('private.check_stock', 0)) then
    return false;
  end if;
  insert into public.stock_checks (day) values (today) on conflict do nothing;
  select * into state from public.stock_checks c where c.day = today;
  if state.finished_at is not null then
    return false;
  end if;
  with part as materialized (
    select p.id, p.stock from public.products p
    where p.id > coalesce(state.checked_through, '00000000-0000-0000-0000-000000000000')
    order by p.id limit max_products
  ),
  differing as (
    select c.product_id, c.name, c.stock, c.booked
    from part p
    cross join lateral (
      select s.product_id, s.name, s.stock, coalesce(e.booked, 0) as booked
      from public.sellable_items s
      left join (
        select l.variant_id, sum(l.quantity) as booked from private.stock_entries l
        where l.product_id = p.id group by l.variant_id
      ) e on e.variant_id is not distinct from s.variant_id
      where s.product_id = p.id
    ) c
    where c.stock <> c.booked
  )
  select (select count(*) from part) as products, (select max(p.id::text)::uuid from part p) as last_id,
    count(*) as problems,
    jsonb_agg(
      jsonb_build_object('id', d.product_id, 'name', d.name, 'stock', d.stock, 'booked', d.booked)
      order by d.product_id, d.name
    ) as named
  into checked
  from differing d;
  update public.stock_checks c set
    products_count = c.products_count + checked.products,
    problem_count = c.problem_count + checked.problems,
    problems = jsonb_path_query_array(c.problems || coalesce(checked.named, '[]'), '$[0 to 49]'),
    checked_through = coalesce(checked.last_id, c.checked_through),
    finished_at = case when checked.products < max_products then now() end
  where c.day = today;
  delete from public.stock_checks c where c.day < today - 90;
  return checked.products = max_products;
end
$$;
comment on function private.check_stock(integer) is
  'Compares the stocks of the next products with the ledger, once a day for all of them. Returns whether there are more. Called by the process (jobs/stock-check.ts), on a hosted project by a schedule.';

-- Rows and privileges ----------------------------------------------------------------------------------------------

alter table public.stock_movements enable row level security;
create policy "Staff who count the stock read its movements" on public.stock_movements
  for select to authenticated using ((select private.has_right('stock.count')));
alter table public.stock_checks enable row level security;
create policy "Staff who count the stock read its checks" on public.stock_checks
  for select to authenticated using ((select private.has_right('stock.count')));
revoke all on public.stock_movements, public.stock_checks from anon, authenticated;
-- The costs are read through functions that ask for their right.
grant select (id, product_id, variant_id, kind, quantity, reason, receipt_id, count_id, actor_id, actor_name, at)
  on public.stock_movements to authenticated;
grant select on public.stock_checks to authenticated;
grant all on public.stock_movements, public.stock_checks to service_role;
revoke execute on all functions in schema private from public;
grant execute on function private.list_stock_entries(uuid, uuid, integer, integer) to authenticated, service_role;
revoke execute on function public.stock_ledger(uuid, uuid, integer, integer) from public, anon;
grant execute on function public.stock_ledger(uuid, uuid, integer, integer) to authenticated, service_role;
