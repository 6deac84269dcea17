-- Old slugs: the former addresses of products, categories and technicians. Links live on in chats and search engines,
-- so an old address redirects to the present one. See docs/decisions/0048.

create table private.old_slugs (
  kind text not null check (kind in ('products', 'categories', 'technicians')),
  slug public.slug not null,
  row_id uuid not null,
  primary key (kind, slug)
);
comment on table private.old_slugs is
  'The slugs that rows had before, each with the row that had it last. The row that has a slug now comes before all of them. No foreign key: row_id is of the table that kind names, whose trigger deletes the slugs of a deleted row.';
create index old_slugs_row_id_idx on private.old_slugs (row_id);
alter table private.old_slugs enable row level security;
create policy "Only the service reads old slugs" on private.old_slugs for select to service_role using (true);

create function private.store_old_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.old_slugs where row_id = old.id;
  else
    insert into private.old_slugs (kind, slug, row_id) values (tg_argv[0], old.slug, old.id)
    on conflict (kind, slug) do update set row_id = excluded.row_id;
  end if;
  return null;
end
$$;
comment on function private.store_old_slug() is
  'Stores the slug that a row had until now, and deletes those of a deleted row. The argument is the kind.';

-- An order updates the stock alone: a trigger of the column slug costs it nothing.
create trigger products_store_old_slug after update of slug on public.products
  for each row when (new.slug <> old.slug) execute function private.store_old_slug('products');
create trigger products_delete_old_slugs after delete on public.products
  for each row execute function private.store_old_slug('products');
create trigger categories_store_old_slug after update of slug on public.categories
  for each row when (new.slug <> old.slug) execute function private.store_old_slug('categories');
create trigger categories_delete_old_slugs after delete on public.categories
  for each row execute function private.store_old_slug('categories');
create trigger technician_profiles_store_old_slug after update of slug on public.technician_profiles
  for each row when (new.slug <> old.slug) execute function private.store_old_slug('technicians');
create trigger technician_profiles_delete_old_slugs after delete on public.technician_profiles
  for each row execute function private.store_old_slug('technicians');

create function private.find_current_slug(kind text, old_slug text) returns text
language sql stable security definer set search_path = '' as $$
  select case o.kind
    when 'products' then (select p.slug from public.products p where p.id = o.row_id)
    when 'categories' then (select c.slug from public.categories c where c.id = o.row_id)
    else (select t.slug from public.technician_profiles t where t.id = o.row_id)
  end
  from private.old_slugs o
  where o.kind = find_current_slug.kind and o.slug = find_current_slug.old_slug
$$;

create function public.find_current_slug(kind text, old_slug text) returns text
language sql stable set search_path = '' as $$
  select private.find_current_slug(kind, old_slug)
$$;
comment on function public.find_current_slug(text, text) is
  'The present slug of the row that had this slug last; null when none had it. kind is products, categories or technicians. Ask it for a slug that no row has now: that row would come first.';

-- A name in another script ------------------------------------------------------------------------------------------

create or replace function public.free_slug(kind text, name text, for_id uuid default null) returns text
language plpgsql set search_path = '' as $$
declare
  base constant text := coalesce(
    private.slugify(name),
    -- As the import does. A name of ASCII signs alone is a mistake and gets none.
    case when octet_length(name) > char_length(name) then
      case kind when 'products' then 'produit' when 'categories' then 'categorie' when 'technicians' then 'technicien' end
    end
  );
  candidate text := base;
  attempt integer := 1;
begin
  if base is null then
    return null;
  end if;
  -- Concurrent saves of the same name must not choose the same slug. One lock serves all names of a kind,
  -- because an import makes ten thousand slugs.
  perform pg_advisory_xact_lock(hashtextextended('slugs of ' || kind, 0));
  while case kind
    when 'products' then exists (select from public.products t where t.slug = candidate and t.id is distinct from for_id)
    when 'categories' then exists (select from public.categories t where t.slug = candidate and t.id is distinct from for_id)
    when 'technicians' then exists (
      select from public.technician_profiles t where t.slug = candidate and t.id is distinct from for_id
    )
  end loop
    attempt := attempt + 1;
    -- Beyond fifty of one name, random numbers find a free one sooner than counting.
    candidate := base || '-' || case when attempt <= 50 then attempt else 1000 + floor(random() * 9999000)::integer end;
  end loop;
  return candidate;
end
$$;
comment on function public.free_slug(text, text, uuid) is
  'The slug of a name that no other row has: perceuse, else perceuse-2 and so on; produit, categorie or technicien for a name without Latin letters. kind is products, categories or technicians; for_id is the row that may keep its own slug. Null for a name of ASCII signs without letters or digits.';

-- Privileges --------------------------------------------------------------------------------------------------------

revoke all on private.old_slugs from anon, authenticated;
revoke execute on all functions in schema private from public;
grant execute on function private.find_current_slug(text, text) to anon, authenticated, service_role;
revoke execute on function public.find_current_slug(text, text) from public;
grant execute on function public.find_current_slug(text, text) to anon, authenticated, service_role;
