-- Counts: people count shelves while the shop sells on. See docs/decisions/0068-stock-ledger.md.

create table public.stock_counts (
  id uuid primary key,
  name public.label not null,
  state text not null default 'open' constraint stock_counts_state_check check (state in ('open', 'closed', 'cancelled')),
  shelf public.shelf,
  category_id uuid references public.categories (id) on delete set null,
  created_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text,
  ended_at timestamptz,
  ended_by text,
  constraint stock_counts_scope_check check (num_nonnulls(shelf, category_id) <= 1),
  constraint stock_counts_ended_check check ((state = 'open') = (ended_at is null))
);
comment on table public.stock_counts is
  'Counts of a shelf, of a category, or of whatever is found. Closing one books its differences.';
create index stock_counts_created_at_idx on public.stock_counts (created_at desc, id);
create index stock_counts_category_id_idx on public.stock_counts (category_id) where category_id is not null;

create table public.stock_count_lines (
  id uuid primary key,
  count_id uuid not null references public.stock_counts (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid,
  actor_id uuid not null,
  actor_name text,
  quantity integer not null constraint stock_count_lines_quantity_check check (quantity between 0 and 1000000),
  stock integer not null,
  reserved_quantity integer not null
    constraint stock_count_lines_reserved_quantity_check check (reserved_quantity >= 0),
  is_discarded boolean not null default false,
  booked_quantity integer,
  at timestamptz not null default now(),
  constraint stock_count_lines_item_key unique nulls not distinct (count_id, product_id, variant_id, actor_id)
);
comment on table public.stock_count_lines is
  'What somebody counted of an item; another count by the same person replaces it. What two people counted differently is a conflict until one of them is discarded.';
comment on column public.stock_count_lines.stock is 'What the ledger said at the moment of this count.';
comment on column public.stock_count_lines.reserved_quantity is
  'What orders had taken from the stock at that moment and nobody had prepared yet: it still lay on the shelf.';
comment on column public.stock_count_lines.booked_quantity is 'The movement that the closing made of it; null before it, and for none.';
create index stock_count_lines_product_id_idx on public.stock_count_lines (product_id);

alter table public.stock_movements
  add constraint stock_movements_count_id_fkey foreign key (count_id) references public.stock_counts (id);
create index stock_movements_count_id_idx on public.stock_movements (count_id) where count_id is not null;
create index products_shelf_idx on public.products (shelf, name, id) where shelf is not null;

create function private.open_stock_count(count jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  uuid_format constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  count_shelf constant text := nullif(btrim(count ->> 'shelf'), '');
  count_category constant text := nullif(count ->> 'category_id', '');
  count_name constant text := nullif(btrim(count ->> 'name'), '');
begin
  perform private.require_right('stock.count');
  if count ->> 'id' ~ uuid_format is not true or num_nonnulls(count_shelf, count_category) > 1
    or char_length(count_shelf) > 50
  then
    raise exception using errcode = 'YA010', message = 'Ce comptage est invalide';
  elsif char_length(count_name) between 1 and 200 is not true then
    raise exception using errcode = 'YA010', message = 'Le nom du comptage est requis';
  elsif count_category is not null
    and not exists (select from public.categories c where c.id::text = count_category)
  then
    raise exception using errcode = 'YA010', message = 'Cette catégorie n''existe plus';
  end if;
  insert into public.stock_counts (id, name, shelf, category_id, actor_id, actor_name)
  values (
    (count ->> 'id')::uuid, count_name, count_shelf, count_category::uuid, auth.uid(),
    (select u.name from public.admin_users u where u.id = auth.uid())
  )
  on conflict (id) do nothing;
  return (count ->> 'id')::uuid;
end
$$;
create function public.open_stock_count(count jsonb) returns uuid
language sql set search_path = '' as $$
  select private.open_stock_count(count)
$$;
comment on function public.open_stock_count(jsonb) is
  'Begins a count: {id, name, shelf, category_id}, of a shelf, of a category, or of neither; whoever begins it makes the id. YA010 with the reason; 42501 without the right stock.count.';

create function private.lock_open_count(of_count uuid, exclusively boolean) returns public.stock_counts
language plpgsql security definer set search_path = '' as $$
declare
  target public.stock_counts;
begin
  -- Whoever counts waits for a closing, and a closing for whoever is counting.
  if exclusively then
    select * into target from public.stock_counts c where c.id = of_count for update;
  else
    select * into target from public.stock_counts c where c.id = of_count for share;
  end if;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Ce comptage n''existe plus';
  elsif target.state <> 'open' then
    raise exception using errcode = 'YA010', message = 'Ce comptage est terminé';
  end if;
  return target;
end
$$;
comment on function private.lock_open_count(uuid, boolean) is 'Locks a count that is open; refuses any other.';

create function private.save_count_line(line jsonb) returns void
language plpgsql security definer set search_path = '' as $$
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
  -- Sent twice: what was sold since is not counted again.
  if exists (select from public.stock_count_lines l where l.id = (line ->> 'id')::uuid) then
    return;
  end if;
  select s.product_id, s.variant_id, s.stock,
    (
      select coalesce(sum(i.quantity), 0)::integer
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
$$;
create function public.save_count_line(line jsonb) returns void
language sql set search_path = '' as $$
  select private.save_count_line(line)
$$;
comment on function public.save_count_line(jsonb) is
  'Notes what the caller counted of an item, with what the ledger says at this moment: {id, count_id, item_id, quantity}; whoever counts makes the id, so that sending twice is once. YA010 with the reason; 42501 without the right stock.count.';

create function private.discard_count_line(line uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.stock_count_lines;
begin
  perform private.require_right('stock.count');
  select * into target from public.stock_count_lines l where l.id = line;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Cette ligne a été comptée de nouveau';
  end if;
  perform private.lock_open_count(target.count_id, false);
  update public.stock_count_lines l set is_discarded = true where l.id = line;
end
$$;
create function public.discard_count_line(line uuid) returns void
language sql set search_path = '' as $$
  select private.discard_count_line(line)
$$;
comment on function public.discard_count_line(uuid) is
  'Leaves out what somebody counted: another count of the item holds, or none. 42501 without the right stock.count.';

create function private.list_count_lines(of_count uuid, skip integer, take integer)
returns table (
  id uuid, item_id uuid, name text, reference text, barcode text, shelf text, unit text, quantity integer,
  expected_quantity integer, reserved_quantity integer, booked_quantity integer, is_discarded boolean,
  is_conflict boolean, is_own boolean, actor_name text, at timestamptz
)
language sql stable security definer rows 50 set search_path = '' as $$
  select l.id, coalesce(l.variant_id, l.product_id),
    p.name || coalesce(' – ' || array_to_string(v.choices, ' · '), ''), coalesce(v.reference, p.reference),
    coalesce(v.barcode, p.barcode), p.shelf::text, p.unit::text, l.quantity, l.stock + l.reserved_quantity,
    l.reserved_quantity, l.booked_quantity, l.is_discarded,
    not l.is_discarded and exists (
      select from public.stock_count_lines c
      where c.count_id = of_count and c.product_id = l.product_id and c.variant_id is not distinct from l.variant_id
        and not c.is_discarded
        and c.quantity - c.stock - c.reserved_quantity <> l.quantity - l.stock - l.reserved_quantity
    ),
    l.actor_id = auth.uid(), l.actor_name, l.at
  from public.stock_count_lines l
  join public.products p on p.id = l.product_id
  left join public.product_variants v on v.id = l.variant_id
  where l.count_id = of_count and (select private.has_right('stock.count'))
  order by l.at desc, l.id
  limit greatest(least(take, 1000), 0) offset greatest(least(skip, 100000), 0)
$$;
create function public.list_count_lines(of_count uuid, skip integer default 0, take integer default 50)
returns table (
  id uuid, item_id uuid, name text, reference text, barcode text, shelf text, unit text, quantity integer,
  expected_quantity integer, reserved_quantity integer, booked_quantity integer, is_discarded boolean,
  is_conflict boolean, is_own boolean, actor_name text, at timestamptz
)
language sql stable rows 50 set search_path = '' as $$
  select * from private.list_count_lines(of_count, skip, take)
$$;
comment on function public.list_count_lines(uuid, integer, integer) is
  'What was counted, by everybody, newest first. The expected quantity is what the ledger said at the moment of the count, with what orders had reserved and still lay there. No rows without the right stock.count.';

create function private.list_uncounted_items(of_count uuid, skip integer, take integer)
returns table (item_id uuid, name text, reference text, barcode text, unit text, stock integer)
language sql stable security definer rows 50 set search_path = '' as $$
  select s.id, s.name, s.reference, s.barcode, s.unit, s.stock
  from public.stock_counts c
  join public.products p on p.shelf = c.shelf or p.category_id = c.category_id
  join public.sellable_items s on s.product_id = p.id
  where c.id = of_count and (select private.has_right('stock.count'))
    and not exists (
      select from public.stock_count_lines l
      where l.count_id = of_count and l.product_id = s.product_id and l.variant_id is not distinct from s.variant_id
        and not l.is_discarded
    )
  order by p.name, s.name, s.id
  limit greatest(least(take, 1000), 0) offset greatest(least(skip, 100000), 0)
$$;
create function public.uncounted_items(of_count uuid, skip integer default 0, take integer default 50)
returns table (item_id uuid, name text, reference text, barcode text, unit text, stock integer)
language sql stable rows 50 set search_path = '' as $$
  select * from private.list_uncounted_items(of_count, skip, take)
$$;
comment on function public.uncounted_items(uuid, integer, integer) is
  'What lies on the shelf or in the category of a count and nobody has counted yet. No rows without the right stock.count.';

create function private.close_stock_count(of_count uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  conflicts text;
  differences jsonb;
begin
  perform private.require_right('stock.close');
  perform private.lock_open_count(of_count, true);
  select string_agg(d.name, ', ' order by d.name) into conflicts
  from (
    select left(min(p.name), 60) as name
    from public.stock_count_lines l join public.products p on p.id = l.product_id
    where l.count_id = of_count and not l.is_discarded
    group by l.product_id, l.variant_id
    having min(l.quantity - l.stock - l.reserved_quantity) <> max(l.quantity - l.stock - l.reserved_quantity)
    limit 5
  ) d;
  if conflicts is not null then
    raise exception using errcode = 'YA010',
      message = format('Deux comptages diffèrent, choisissez-en un : %s', conflicts);
  end if;
  -- As orders do: the products first, in the order of their ids.
  perform from public.products p
  where p.id in (select l.product_id from public.stock_count_lines l where l.count_id = of_count)
  order by p.id for no key update;
  -- The difference is that of the moment of counting: what was sold since is in the ledger already. No stock falls
  -- below zero; what was sold and cannot be there is found when its orders are prepared.
  with chosen as (
    select distinct on (l.product_id, l.variant_id) l.id, s.id as item_id, s.stock,
      l.quantity - l.stock - l.reserved_quantity as difference
    from public.stock_count_lines l
    join public.sellable_items s
      on s.product_id = l.product_id and s.variant_id is not distinct from l.variant_id
    where l.count_id = of_count and not l.is_discarded
    order by l.product_id, l.variant_id, l.at desc, l.id
  ),
  booked as (
    update public.stock_count_lines l set booked_quantity = greatest(c.difference, -c.stock)
    from chosen c
    where l.id = c.id and greatest(c.difference, -c.stock) <> 0
    returning l.product_id, l.variant_id, l.booked_quantity
  )
  select jsonb_agg(jsonb_build_object(
    'product_id', b.product_id, 'variant_id', b.variant_id, 'kind', 'count', 'quantity', b.booked_quantity,
    'count_id', of_count
  ))
  into differences from booked b;
  if differences is not null then
    perform private.write_stock_movements(differences);
  end if;
  update public.stock_counts c set
    state = 'closed', ended_at = now(), ended_by = (select u.name from public.admin_users u where u.id = auth.uid())
  where c.id = of_count;
  return coalesce(jsonb_array_length(differences), 0);
end
$$;
create function public.close_stock_count(of_count uuid) returns integer
language sql set search_path = '' as $$
  select private.close_stock_count(of_count)
$$;
comment on function public.close_stock_count(uuid) is
  'Books the differences of a count, and returns how many there were. What nobody counted stays as it is. YA010 with the reason, also for two counts of one item that differ; 42501 without the right stock.close.';

create function private.cancel_stock_count(of_count uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_right('stock.close');
  perform private.lock_open_count(of_count, true);
  update public.stock_counts c set
    state = 'cancelled', ended_at = now(), ended_by = (select u.name from public.admin_users u where u.id = auth.uid())
  where c.id = of_count;
end
$$;
create function public.cancel_stock_count(of_count uuid) returns void
language sql set search_path = '' as $$
  select private.cancel_stock_count(of_count)
$$;
comment on function public.cancel_stock_count(uuid) is
  'Ends a count without booking anything. 42501 without the right stock.close.';

-- Rows and privileges ----------------------------------------------------------------------------------------------

alter table public.stock_counts enable row level security;
create policy "Staff who count the stock read the counts" on public.stock_counts
  for select to authenticated using ((select private.has_right('stock.count')));
alter table public.stock_count_lines enable row level security;
create policy "Staff who count the stock read what was counted" on public.stock_count_lines
  for select to authenticated using ((select private.has_right('stock.count')));
revoke all on public.stock_counts, public.stock_count_lines from anon, authenticated;
grant select on public.stock_counts, public.stock_count_lines to authenticated;
grant all on public.stock_counts, public.stock_count_lines to service_role;
revoke execute on all functions in schema private from public;
grant execute on function
  private.open_stock_count(jsonb), private.save_count_line(jsonb), private.discard_count_line(uuid),
  private.list_count_lines(uuid, integer, integer), private.list_uncounted_items(uuid, integer, integer),
  private.close_stock_count(uuid), private.cancel_stock_count(uuid)
  to authenticated, service_role;
revoke execute on function
  public.open_stock_count(jsonb), public.save_count_line(jsonb), public.discard_count_line(uuid),
  public.list_count_lines(uuid, integer, integer), public.uncounted_items(uuid, integer, integer),
  public.close_stock_count(uuid), public.cancel_stock_count(uuid)
  from public, anon;
grant execute on function
  public.open_stock_count(jsonb), public.save_count_line(jsonb), public.discard_count_line(uuid),
  public.list_count_lines(uuid, integer, integer), public.uncounted_items(uuid, integer, integer),
  public.close_stock_count(uuid), public.cancel_stock_count(uuid)
  to authenticated, service_role;
