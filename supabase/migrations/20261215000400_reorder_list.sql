-- What to reorder: how fast each item sells, and how long its stock lasts. See docs/decisions/0068-stock-ledger.md.

create table private.reorder_items (
  item_id uuid primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  sold_quantity integer not null,
  days_left numeric(12, 1) not null,
  computed_at timestamptz not null default now()
);
comment on table private.reorder_items is
  'What was sold of each product or variant in ninety days, and how many days its stock lasted when this was computed. Written by refresh_reorder_items only.';
create index reorder_items_days_left_idx on private.reorder_items (days_left, item_id);
create index reorder_items_product_id_idx on private.reorder_items (product_id);
alter table private.reorder_items enable row level security;
create policy "Nobody reads the reorder list directly" on private.reorder_items
  for select to authenticated using (false);

create function private.refresh_reorder_items() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Each instance calls this; once an hour is enough.
  if not pg_try_advisory_xact_lock(hashtextextended('private.refresh_reorder_items', 0))
    or exists (select from private.reorder_items r where r.computed_at > now() - interval '1 hour' limit 1)
  then
    return false;
  end if;
  delete from private.reorder_items;
  insert into private.reorder_items (item_id, product_id, sold_quantity, days_left)
  select s.id, s.product_id, d.sold, least(s.stock * 90.0 / d.sold, 100000)
  from (
    select coalesce(i.variant_id, i.product_id) as id, i.product_id,
      sum(i.quantity - i.returned_quantity)::integer as sold
    from public.orders o join public.order_items i on i.order_id = o.id
    where o.created_at > now() - interval '90 days' and o.status <> 'cancelled' and o.stock_released_at is null
      and i.product_id is not null
    group by 1, 2
  ) d
  join public.sellable_items s on s.id = d.id
  where d.sold > 0;
  return false;
end
$$;
comment on function private.refresh_reorder_items() is
  'Computes how fast everything sells, at most once an hour. Returns false: there is never more to do. Called by the process (jobs/reorder-list.ts), on a hosted project by a schedule.';

create function private.list_items_to_reorder(cover_days integer, skip integer, take integer)
returns table (
  item_id uuid, product_id uuid, name text, reference text, unit text, stock integer, incoming integer,
  sold_quantity integer, days_left integer, suggested_quantity integer, last_cost integer, computed_at timestamptz
)
language plpgsql stable security definer rows 50 set search_path = '' as $$
declare
  days constant integer := least(greatest(coalesce(cover_days, 30), 1), 365);
begin
  perform private.require_right('stock.count');
  return query
  select l.id, l.product_id, l.name, l.reference, l.unit, l.stock, l.incoming, l.sold_quantity,
    floor(l.stock * 90.0 / l.sold_quantity)::integer, l.suggested,
    case when private.has_right('costs.read') then (
      select m.unit_cost::integer from public.stock_movements m
      where m.product_id = l.product_id and m.variant_id is not distinct from l.variant_id
        and m.kind = 'receipt' and m.unit_cost is not null
      order by m.at desc, m.id limit 1
    ) end,
    l.computed_at
  from (
    select s.id, s.product_id, s.variant_id, s.name, s.reference, s.unit, s.stock, c.incoming, r.sold_quantity,
      r.days_left, r.computed_at,
      ceil(r.sold_quantity * days / 90.0)::integer - s.stock - c.incoming as suggested
    from private.reorder_items r
    join public.sellable_items s on s.id = r.item_id
    cross join lateral (
      select coalesce(sum(n.quantity - n.received_quantity), 0)::integer as incoming
      from public.receipt_lines n join public.receipts e on e.id = n.receipt_id
      where n.item_id = r.item_id and n.received_quantity < n.quantity and e.state <> 'complete'
    ) c
    -- By the index: what lasted a month longer than asked for is not sold out within the hour.
    where r.days_left <= days + 30 and ceil(r.sold_quantity * days / 90.0) > s.stock + c.incoming
    order by r.days_left, r.item_id
    limit greatest(least(take, 1000), 0) offset greatest(least(skip, 100000), 0)
  ) l
  order by l.days_left, l.id;
end
$$;
create function public.items_to_reorder(
  cover_days integer default 30, skip integer default 0, take integer default 50
)
returns table (
  item_id uuid, product_id uuid, name text, reference text, unit text, stock integer, incoming integer,
  sold_quantity integer, days_left integer, suggested_quantity integer, last_cost integer, computed_at timestamptz
)
language sql stable rows 50 set search_path = '' as $$
  select * from private.list_items_to_reorder(cover_days, skip, take)
$$;
comment on function public.items_to_reorder(integer, integer, integer) is
  'What has to be bought so that the stock lasts for so many days, by the sales of ninety days, what runs out first first: with what is expected from suppliers already, and the last cost for the right costs.read. 42501 without the right stock.count.';

revoke execute on all functions in schema private from public;
grant execute on function private.list_items_to_reorder(integer, integer, integer) to authenticated, service_role;
revoke execute on function public.items_to_reorder(integer, integer, integer) from public, anon;
grant execute on function public.items_to_reorder(integer, integer, integer) to authenticated, service_role;
