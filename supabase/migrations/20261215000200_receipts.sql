-- Goods from suppliers: what is expected, what has arrived of it, and what it cost.
-- See docs/decisions/0068-stock-ledger.md.

create table public.suppliers (
  id uuid primary key default gen_random_uuid(),
  name public.label not null constraint suppliers_name_key unique,
  phone text not null default ''
    constraint suppliers_phone_check check (phone = '' or char_length(phone) between 8 and 40),
  note text not null default '' constraint suppliers_note_check check (char_length(note) <= 2000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.suppliers is 'Who the shop buys from.';

create table public.receipts (
  id uuid primary key,
  supplier_id uuid not null references public.suppliers (id),
  number text not null constraint receipts_number_check check (char_length(btrim(number)) between 1 and 60),
  state text not null default 'expected'
    constraint receipts_state_check check (state in ('expected', 'partly', 'complete')),
  expected_day date,
  note text not null default '' constraint receipts_note_check check (char_length(note) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  actor_id uuid,
  actor_name text
);
comment on table public.receipts is
  'Deliveries of suppliers, each with the number on their paper: expected, partly received, complete.';
comment on column public.receipts.closed_at is 'When somebody said that the rest will not come.';
create function private.get_receipt_key(number text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select upper(regexp_replace(number, '[^[:alnum:]]', '', 'g'))
$$;
comment on function private.get_receipt_key(text) is 'What the spellings of a supplier''s number have in common.';
create unique index receipts_number_idx on public.receipts (supplier_id, private.get_receipt_key(number));
create index receipts_created_at_idx on public.receipts (created_at desc, id);
create index receipts_state_idx on public.receipts (state, created_at desc, id);

create table public.receipt_lines (
  receipt_id uuid not null references public.receipts (id) on delete cascade,
  item_id uuid not null,
  position integer not null,
  product_id uuid references public.products (id) on delete set null,
  variant_id uuid,
  name text not null,
  quantity integer not null constraint receipt_lines_quantity_check check (quantity between 1 and 1000000),
  received_quantity integer not null default 0
    constraint receipt_lines_received_quantity_check check (received_quantity between 0 and 1000000),
  unit_cost public.price,
  primary key (receipt_id, item_id)
);
comment on table public.receipt_lines is 'What is expected with a receipt, and what of it has arrived.';
comment on column public.receipt_lines.item_id is 'The product, or its variant: the id of what is sold.';
comment on column public.receipt_lines.quantity is 'In steps of the product''s unit; more may arrive.';
comment on column public.receipt_lines.unit_cost is 'What one step costs, in francs. Read only with the right costs.read.';
create index receipt_lines_product_id_idx on public.receipt_lines (product_id);
create index receipt_lines_open_idx on public.receipt_lines (item_id) where received_quantity < quantity;

create table public.receipt_arrivals (
  id uuid primary key,
  receipt_id uuid not null references public.receipts (id) on delete cascade,
  lines jsonb not null constraint receipt_arrivals_lines_check check (jsonb_typeof(lines) = 'array'),
  actor_id uuid,
  actor_name text,
  at timestamptz not null default now()
);
comment on table public.receipt_arrivals is
  'What was received at once: [{item_id, quantity}]. Whoever receives makes the id, so that sending twice is once.';
create index receipt_arrivals_receipt_id_idx on public.receipt_arrivals (receipt_id, at, id);

alter table public.stock_movements
  add constraint stock_movements_receipt_id_fkey foreign key (receipt_id) references public.receipts (id);
create index stock_movements_receipt_id_idx on public.stock_movements (receipt_id) where receipt_id is not null;

-- Saving -------------------------------------------------------------------------------------------------------------

create function private.get_receipt_state(of_receipt uuid) returns text
language sql stable set search_path = '' as $$
  select case
    when r.closed_at is not null or bool_and(l.received_quantity >= l.quantity) then 'complete'
    when bool_or(l.received_quantity > 0) then 'partly'
    else 'expected'
  end
  from public.receipts r left join public.receipt_lines l on l.receipt_id = r.id
  where r.id = of_receipt group by r.id
$$;
comment on function private.get_receipt_state(uuid) is 'The state of a receipt by its lines.';

create function private.save_receipt(receipt jsonb, expected_updated_at timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  uuid_format constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  receipt_number constant text := btrim(receipt ->> 'number');
  lines constant jsonb := case when jsonb_typeof(receipt -> 'lines') = 'array' then receipt -> 'lines' else '[]' end;
  existing public.receipts;
  target_id uuid;
  problem text;
begin
  perform private.require_right('stock.receive');
  problem := case
    when receipt ->> 'id' ~ uuid_format is not true then 'Ce bon est invalide'
    when receipt ->> 'supplier_id' ~ uuid_format is not true
      or not exists (select from public.suppliers s where s.id = (receipt ->> 'supplier_id')::uuid)
      then 'Choisissez un fournisseur'
    when char_length(receipt_number) between 1 and 60 is not true or private.get_receipt_key(receipt_number) = ''
      then 'Le numéro du bon est requis'
    when receipt ->> 'expected_day' is not null and not pg_input_is_valid(receipt ->> 'expected_day', 'date')
      then 'La date d''arrivée est invalide'
    when char_length(receipt ->> 'note') > 2000 then 'La note compte au plus 2 000 caractères'
    when jsonb_array_length(lines) not between 1 and 500 then 'Un bon compte de 1 à 500 articles'
  end;
  if problem is null then
    select case
      when bool_or(l ->> 'item_id' ~ uuid_format is not true) then 'Un article n''est plus au catalogue'
      when bool_or(
        l ->> 'quantity' ~ '^[0-9]{1,7}$' is not true or (l ->> 'quantity')::integer not between 1 and 1000000
      ) then 'La quantité est un nombre entier, de 1 à 1 000 000'
      when bool_or(
        l ->> 'unit_cost' is not null
        and (l ->> 'unit_cost' ~ '^[0-9]{1,9}$' and (l ->> 'unit_cost')::integer between 1 and 100000000) is not true
      ) then 'Le prix d''achat est un nombre entier de francs'
      when count(*) <> count(distinct l ->> 'item_id') then 'Un article figure deux fois sur ce bon'
    end
    into problem from jsonb_array_elements(lines) l;
  end if;
  if problem is not null then
    raise exception using errcode = 'YA010', message = problem;
  end if;
  target_id := (receipt ->> 'id')::uuid;
  perform pg_advisory_xact_lock(hashtextextended('receipts.id ' || target_id, 0));
  select * into existing from public.receipts r where r.id = target_id for no key update;
  if existing.id is null and expected_updated_at is not null then
    raise sqlstate 'PT404' using message = 'Ce bon n''existe plus';
  elsif existing.updated_at <> coalesce(expected_updated_at, existing.created_at) then
    raise exception using errcode = 'PT409', message = 'Ce bon a été modifié entre-temps',
      detail = jsonb_build_object('at', existing.updated_at)::text;
  elsif existing.closed_at is not null then
    raise exception using errcode = 'YA010', message = 'Ce bon est clos';
  end if;
  -- The supplier's number tells whether it was entered before, by whomever.
  perform pg_advisory_xact_lock(hashtextextended('receipts.number ' || (receipt ->> 'supplier_id'), 0));
  if exists (
    select from public.receipts r
    where r.supplier_id = (receipt ->> 'supplier_id')::uuid and r.id <> target_id
      and private.get_receipt_key(r.number) = private.get_receipt_key(receipt_number)
  ) then
    raise exception using errcode = 'YA010',
      message = format('Le bon %s de ce fournisseur est déjà enregistré', receipt_number);
  end if;
  if exists (
    select from public.receipt_lines l
    where l.receipt_id = target_id and l.received_quantity > 0
      and not exists (select from jsonb_array_elements(lines) s where (s ->> 'item_id')::uuid = l.item_id)
  ) then
    raise exception using errcode = 'YA010', message = 'Un article reçu ne se retire plus du bon';
  end if;
  if exists (
    select from jsonb_array_elements(lines) s
    where not exists (select from public.sellable_items i where i.id = (s ->> 'item_id')::uuid)
      and not exists (
        select from public.receipt_lines l
        where l.receipt_id = target_id and l.item_id = (s ->> 'item_id')::uuid
      )
  ) then
    raise exception using errcode = 'YA010', message = 'Un article n''est plus au catalogue';
  end if;
  insert into public.receipts as r (id, supplier_id, number, expected_day, note, actor_id, actor_name)
  values (
    target_id, (receipt ->> 'supplier_id')::uuid, receipt_number, (receipt ->> 'expected_day')::date,
    coalesce(receipt ->> 'note', ''), auth.uid(), (select u.name from public.admin_users u where u.id = auth.uid())
  )
  on conflict (id) do update set
    supplier_id = excluded.supplier_id, number = excluded.number, expected_day = excluded.expected_day,
    note = excluded.note;
  delete from public.receipt_lines l
  where l.receipt_id = target_id
    and not exists (select from jsonb_array_elements(lines) s where (s ->> 'item_id')::uuid = l.item_id);
  insert into public.receipt_lines as l (
    receipt_id, item_id, position, product_id, variant_id, name, quantity, unit_cost
  )
  select target_id, (s.value ->> 'item_id')::uuid, s.ordinality,
    coalesce(i.product_id, k.product_id), coalesce(i.variant_id, k.variant_id), coalesce(i.name, k.name),
    (s.value ->> 'quantity')::integer,
    -- Who does not know the costs sends none, and leaves those that are known.
    case when s.value ? 'unit_cost' then (s.value ->> 'unit_cost')::integer else k.unit_cost end
  from jsonb_array_elements(lines) with ordinality s
  left join public.sellable_items i on i.id = (s.value ->> 'item_id')::uuid
  left join public.receipt_lines k
    on k.receipt_id = target_id and k.item_id = (s.value ->> 'item_id')::uuid
  on conflict (receipt_id, item_id) do update set
    position = excluded.position, quantity = excluded.quantity, unit_cost = excluded.unit_cost;
  update public.receipts r set state = private.get_receipt_state(r.id), updated_at = now() where r.id = target_id
    and existing.id is not null;
  return target_id;
end
$$;
create function public.save_receipt(receipt jsonb, expected_updated_at timestamptz default null) returns uuid
language sql set search_path = '' as $$
  select private.save_receipt(receipt, expected_updated_at)
$$;
comment on function public.save_receipt(jsonb, timestamptz) is
  'Creates or changes a receipt: {id, supplier_id, number, expected_day, note, lines: [{item_id, quantity, unit_cost}]}; whoever enters it makes the id, so that sending twice is once. expected_updated_at is that of the version that was read, null for a new one. YA010 with the reason, for one with a number of this supplier that is known too; PT404 and PT409 when somebody else deleted or changed it; 42501 without the right stock.receive.';

create function private.receive_goods(arrival jsonb) returns text
language plpgsql security definer set search_path = '' as $$
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
  if known.receipt_id = target.id then
    -- Sent twice.
    return target.state;
  elsif known.id is not null then
    raise exception using errcode = 'YA010', message = 'Cette réception est invalide';
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
  insert into public.receipt_arrivals (id, receipt_id, lines, actor_id, actor_name)
  values (
    (arrival ->> 'id')::uuid, target.id,
    (
      select jsonb_agg(jsonb_build_object('item_id', s ->> 'item_id', 'quantity', (s ->> 'quantity')::integer))
      from jsonb_array_elements(lines) s
    ),
    auth.uid(), (select u.name from public.admin_users u where u.id = auth.uid())
  );
  perform private.write_stock_movements((
    select jsonb_agg(jsonb_build_object(
      'product_id', coalesce(l.product_id, l.item_id), 'variant_id', l.variant_id, 'kind', 'receipt',
      'quantity', (s ->> 'quantity')::integer, 'unit_cost', l.unit_cost, 'receipt_id', target.id
    ))
    from jsonb_array_elements(lines) s
    join public.receipt_lines l on l.receipt_id = target.id and l.item_id = (s ->> 'item_id')::uuid
  ));
  update public.receipt_lines l set received_quantity = l.received_quantity + (s ->> 'quantity')::integer
  from jsonb_array_elements(lines) s
  where l.receipt_id = target.id and l.item_id = (s ->> 'item_id')::uuid;
  new_state := private.get_receipt_state(target.id);
  update public.receipts r set state = new_state, updated_at = now() where r.id = target.id;
  return new_state;
end
$$;
create function public.receive_goods(arrival jsonb) returns text
language sql set search_path = '' as $$
  select private.receive_goods(arrival)
$$;
comment on function public.receive_goods(jsonb) is
  'Takes goods of a receipt into the stock: {id, receipt_id, lines: [{item_id, quantity}]}; whoever receives makes the id, so that sending twice is once. Returns the state of the receipt. YA010 with the reason; 42501 without the right stock.receive.';

create function private.close_receipt(receipt uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_right('stock.receive');
  update public.receipts r set closed_at = coalesce(r.closed_at, now()), state = 'complete', updated_at = now()
  where r.id = receipt;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce bon n''existe plus';
  end if;
end
$$;
create function public.close_receipt(receipt uuid) returns void
language sql set search_path = '' as $$
  select private.close_receipt(receipt)
$$;
comment on function public.close_receipt(uuid) is
  'Says that the rest of a receipt will not come. 42501 without the right stock.receive.';

-- Costs --------------------------------------------------------------------------------------------------------------

create function private.list_receipt_costs(of_receipt uuid) returns table (item_id uuid, unit_cost integer)
language sql stable security definer rows 20 set search_path = '' as $$
  select l.item_id, l.unit_cost::integer from public.receipt_lines l
  where l.receipt_id = of_receipt and l.unit_cost is not null and (select private.has_right('costs.read'))
$$;
create function public.receipt_costs(of_receipt uuid) returns table (item_id uuid, unit_cost integer)
language sql stable rows 20 set search_path = '' as $$
  select * from private.list_receipt_costs(of_receipt)
$$;
comment on function public.receipt_costs(uuid) is
  'The purchase prices of a receipt, in francs. No rows without the right costs.read.';

create function private.list_item_costs(of_product uuid)
returns table (item_id uuid, name text, price integer, last_cost integer, last_at timestamptz, average_cost integer)
language sql stable security definer rows 5 set search_path = '' as $$
  select s.id, s.name, s.price, c.last_cost, c.last_at, c.average_cost
  from public.sellable_items s
  join lateral (
    select (array_agg(m.unit_cost::integer order by m.at desc, m.id))[1] as last_cost, max(m.at) as last_at,
      round(sum(m.unit_cost::numeric * m.quantity) / sum(m.quantity))::integer as average_cost
    from public.stock_movements m
    where m.product_id = s.product_id and m.variant_id is not distinct from s.variant_id
      and m.kind = 'receipt' and m.unit_cost is not null and m.quantity > 0
  ) c on c.last_cost is not null
  where s.product_id = of_product and (select private.has_right('costs.read'))
  order by s.name, s.id
$$;
create function public.item_costs(of_product uuid)
returns table (item_id uuid, name text, price integer, last_cost integer, last_at timestamptz, average_cost integer)
language sql stable rows 5 set search_path = '' as $$
  select * from private.list_item_costs(of_product)
$$;
comment on function public.item_costs(uuid) is
  'What a product or each of its variants cost when it was bought last, and on average of all receipts, in francs. Only what was bought at a known price; no rows without the right costs.read.';

-- Finding what is counted or received ----------------------------------------------------------------------------------

create function public.find_stock_items(query text, row_limit integer default 8) returns setof public.sellable_items
language plpgsql stable rows 8 set search_path = '' as $$
declare
  code constant text := btrim(query);
begin
  return query
    select s.* from public.sellable_items s where s.barcode = code or s.reference = code
    order by s.name, s.id limit least(row_limit, 50);
  if not found then
    return query
      select s.* from public.search_products(query => code, row_limit => 20) with ordinality p
      join public.sellable_items s on s.product_id = p.id
      order by p.ordinality, s.name, s.id limit least(row_limit, 50);
  end if;
end
$$;
comment on function public.find_stock_items(text, integer) is
  'What can be bought by its bar code or its reference; without one, by the search of products.';

-- Rows and privileges ----------------------------------------------------------------------------------------------

create trigger suppliers_set_updated_at before update on public.suppliers
  for each row execute function private.set_updated_at();
create trigger receipts_set_updated_at before update on public.receipts
  for each row execute function private.set_updated_at();
create trigger suppliers_record after insert or update or delete on public.suppliers
  for each row execute function private.record_change('name');
alter table public.suppliers enable row level security;
create policy "Staff who count the stock read the suppliers" on public.suppliers
  for select to authenticated using ((select private.has_right('stock.count')));
create policy "Staff who receive goods add suppliers" on public.suppliers
  for insert to authenticated with check ((select private.has_right('stock.receive')));
create policy "Staff who receive goods update suppliers" on public.suppliers
  for update to authenticated
  using ((select private.has_right('stock.receive'))) with check ((select private.has_right('stock.receive')));
alter table public.receipts enable row level security;
create policy "Staff who count the stock read the receipts" on public.receipts
  for select to authenticated using ((select private.has_right('stock.count')));
alter table public.receipt_lines enable row level security;
create policy "Staff who count the stock read the lines of receipts" on public.receipt_lines
  for select to authenticated using ((select private.has_right('stock.count')));
alter table public.receipt_arrivals enable row level security;
create policy "Staff who count the stock read what arrived" on public.receipt_arrivals
  for select to authenticated using ((select private.has_right('stock.count')));

revoke all on public.suppliers, public.receipts, public.receipt_lines, public.receipt_arrivals from anon, authenticated;
grant select, insert (id, name, phone, note, is_active), update (name, phone, note, is_active)
  on public.suppliers to authenticated;
grant select on public.receipts, public.receipt_arrivals to authenticated;
-- The costs are read through functions that ask for their right.
grant select (receipt_id, item_id, position, product_id, variant_id, name, quantity, received_quantity)
  on public.receipt_lines to authenticated;
grant all on public.suppliers, public.receipts, public.receipt_lines, public.receipt_arrivals to service_role;
revoke execute on all functions in schema private from public;
grant execute on function
  private.save_receipt(jsonb, timestamptz), private.receive_goods(jsonb), private.close_receipt(uuid),
  private.list_receipt_costs(uuid), private.list_item_costs(uuid)
  to authenticated, service_role;
revoke execute on function
  public.save_receipt(jsonb, timestamptz), public.receive_goods(jsonb), public.close_receipt(uuid),
  public.receipt_costs(uuid), public.item_costs(uuid), public.find_stock_items(text, integer)
  from public, anon;
grant execute on function
  public.save_receipt(jsonb, timestamptz), public.receive_goods(jsonb), public.close_receipt(uuid),
  public.receipt_costs(uuid), public.item_costs(uuid), public.find_stock_items(text, integer)
  to authenticated, service_role;
