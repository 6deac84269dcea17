-- Accessories: what staff chose to go with a product, in their order, shown on its page. See
-- docs/decisions/0073-data-sheets-and-accessories.md.

create table public.product_accessories (
  product_id uuid not null references public.products (id) on delete cascade,
  accessory_id uuid not null references public.products (id) on delete cascade,
  position integer not null,
  primary key (product_id, accessory_id),
  constraint product_accessories_other_check check (accessory_id <> product_id),
  constraint product_accessories_position_check check (position between 1 and 12)
);
comment on table public.product_accessories is
  'The products that staff chose to go with a product, at most 12. Written by save_product.';
create index product_accessories_accessory_id_idx on public.product_accessories (accessory_id);

alter table public.product_accessories enable row level security;
create policy "Everyone reads the accessories" on public.product_accessories
  for select to anon, authenticated using (true);
revoke all on public.product_accessories from anon, authenticated;
grant all on public.product_accessories to service_role;
grant select on public.product_accessories to anon, authenticated;

-- The page of the product shows them; that an accessory itself changed, its card says.
create trigger product_accessories_notify_insert after insert on public.product_accessories
  referencing new table as changed_rows for each statement execute function private.notify_gallery_changes();
create trigger product_accessories_notify_update after update on public.product_accessories
  referencing old table as before_rows new table as after_rows
  for each statement execute function private.notify_gallery_changes();
create trigger product_accessories_notify_delete after delete on public.product_accessories
  referencing old table as changed_rows for each statement execute function private.notify_gallery_changes();
create trigger product_accessories_notify_truncate after truncate on public.product_accessories
  for each statement execute function private.notify_page_tag('wrong', 'catalog');

-- Saving -----------------------------------------------------------------------------------------------------------

create function private.find_accessory_problem(product uuid, accessories jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select private.build_problem('accessories', c.message)
  from (
    select case
      when jsonb_typeof(accessories) is distinct from 'array' or exists (
        select from jsonb_array_elements(case jsonb_typeof(accessories) when 'array' then accessories else '[]' end) a
        where (a #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') is not true
      ) then 'Les accessoires sont une liste de produits'
      when jsonb_array_length(accessories) > 12 then 'Un produit a au plus 12 accessoires'
      when accessories ? product::text then 'Un produit n''est pas son propre accessoire'
      when (select count(distinct a) < count(*) from jsonb_array_elements(accessories) a)
        then 'Un accessoire figure deux fois dans la liste'
      when exists (
        select from jsonb_array_elements_text(accessories) a
        where not exists (select from public.products p where p.id::text = a)
      ) then 'Un accessoire n''est plus vendu : retirez-le'
    end as message
  ) c
  where c.message is not null
$$;
comment on function private.find_accessory_problem(uuid, jsonb) is
  'What is wrong with the accessories of a product that is to be saved, as {column, message}; null without a problem.';

create function private.save_product_accessories(of_product uuid, accessories jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_administrator();
  delete from public.product_accessories a where a.product_id = of_product and not accessories ? a.accessory_id::text;
  update public.product_accessories a set position = s.ordinality
  from jsonb_array_elements_text(accessories) with ordinality s (id, ordinality)
  where a.product_id = of_product and a.accessory_id::text = s.id and a.position <> s.ordinality;
  insert into public.product_accessories (product_id, accessory_id, position)
  select of_product, s.id::uuid, s.ordinality
  from jsonb_array_elements_text(accessories) with ordinality s (id, ordinality)
  where not exists (
    select from public.product_accessories a where a.product_id = of_product and a.accessory_id::text = s.id
  );
end
$$;
comment on function private.save_product_accessories(uuid, jsonb) is
  'Gives a product exactly these accessories, a list of ids, in their order.';

revoke execute on function
  private.find_accessory_problem(uuid, jsonb), private.save_product_accessories(uuid, jsonb) from public;
grant execute on function
  private.find_accessory_problem(uuid, jsonb), private.save_product_accessories(uuid, jsonb)
  to authenticated, service_role;

-- As before, and the accessories with it.
create or replace function public.save_product(
  product jsonb, images jsonb, expected_updated_at timestamptz default null
)
returns public.products
language plpgsql set search_path = '' as $$
declare
  product_id constant uuid := coalesce((product ->> 'id')::uuid, gen_random_uuid());
  columns constant text[] := private.product_columns();
  existing public.products;
  existing_row jsonb;
  merged jsonb;
  problems jsonb;
  accessory_problem jsonb;
  saved public.products;
begin
  perform private.require_administrator();
  perform pg_advisory_xact_lock(hashtextextended('products.id ' || product_id::text, 0));
  -- As strong as the lock of the slug's update below: upgrading the lock later would wait for a review, which
  -- waits for this lock.
  select * into existing from public.products where id = product_id for update;
  if existing.id is null and expected_updated_at is not null then
    raise sqlstate 'PT404' using message = 'Ce produit a été supprimé entre-temps';
  end if;
  -- A new product that is sent again, because the response was lost, is saved again, unless someone has
  -- edited it since.
  if existing.updated_at <> coalesce(expected_updated_at, existing.created_at) then
    perform private.raise_edit_conflict(product_id, existing.updated_at);
  end if;

  existing_row := case when existing.id is not null then to_jsonb(existing) end;
  merged := private.merge_product(product - '{id,stock_seen,accessories}'::text[], existing_row, private.blank_product());
  -- Orders take stock while a form is open: the difference that the form made is applied, not its absolute
  -- value.
  if existing.id is not null and product ->> 'stock_seen' ~ '^[0-9]{1,9}$' and merged ->> 'stock' ~ '^[0-9]{1,9}$' then
    merged := merged || jsonb_build_object(
      'stock', greatest(0, existing.stock + (merged ->> 'stock')::integer - (product ->> 'stock_seen')::integer)
    );
  end if;
  problems := private.validate_product(merged, existing_row);
  if merged ->> 'category_id' is not null
    and not exists (select from public.categories c where c.id::text = merged ->> 'category_id')
  then
    problems := problems || private.build_problem('category_id', 'Cette catégorie n''existe plus');
  end if;
  problems := problems || private.validate_product_images(product_id, images);
  if product ? 'accessories' then
    accessory_problem := private.find_accessory_problem(product_id, product -> 'accessories');
    if accessory_problem is not null then
      problems := problems || accessory_problem;
    end if;
  end if;
  if problems <> '[]' then
    raise exception using errcode = 'YA007', message = problems -> 0 ->> 'message',
      detail = jsonb_build_object('problems', problems)::text;
  end if;
  if existing.slug is distinct from merged ->> 'slug' then
    merged := merged || jsonb_build_object('slug', public.free_slug('products', merged ->> 'slug', product_id));
  end if;

  perform private.write_products(
    existing.id is null, columns, jsonb_build_array(merged || jsonb_build_object('id', product_id))
  );
  perform private.save_product_images(product_id, images);
  if product ? 'accessories' then
    perform private.save_product_accessories(product_id, product -> 'accessories');
  end if;
  select * into saved from public.products where id = product_id;
  return saved;
end
$$;
comment on function public.save_product(jsonb, jsonb, timestamptz) is
  'Inserts or updates a product, its images and its accessories in one transaction, and returns the row. product: {id (generated in the browser), the columns of the table, stock_seen (the stock with which the form was opened), accessories (a list of at most 12 ids of products)}; keys left out stay as they are. images: [{image_url, is_primary}] in their order, the complete list; without a primary one the first is primary. expected_updated_at: the updated_at with which the form was opened, null for a new product. The slug is normalized and made unique. YA007: invalid values. PT409: someone else saved first. PT404: the product no longer exists.';

-- The audit log ------------------------------------------------------------------------------------------------------

-- What is added and removed; a list that is only sorted anew is no entry for each of its rows.
create trigger product_accessories_record after insert or delete on public.product_accessories
  for each row when (pg_trigger_depth() = 0)
  execute function private.record_change('Accessoire', 'product_id', '', 'accessory_id');
