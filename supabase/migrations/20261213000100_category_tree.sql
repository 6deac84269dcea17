-- Categories as a tree of up to four levels, each with a description and its place among its siblings. A list of a
-- category is one of its descendants' products too. See docs/decisions/0066.

-- The level follows from the parent's, and the foreign key holds both: a category is always one level below its parent,
-- whatever is written at the same time. So a cycle has no end of levels, and ends at the check as a fifth level does.
alter table public.categories
  add column parent_id uuid,
  add column parent_level smallint,
  add column level smallint not null generated always as (coalesce(parent_level, 0) + 1) stored,
  add column position integer not null default 0,
  add column description text,
  add constraint categories_parent_check check ((parent_id is null) = (parent_level is null)),
  add constraint categories_level_check check (parent_level between 1 and 3),
  add constraint categories_position_check check (position between 0 and 100000),
  add constraint categories_description_check check (btrim(description) <> '' and char_length(description) <= 2000),
  add constraint categories_id_level_key unique (id, level),
  add constraint categories_parent_id_fkey foreign key (parent_id, parent_level)
    references public.categories (id, level) on update cascade;
comment on column public.categories.parent_id is 'The category above; null for one of the families, which come first in the shop.';
comment on column public.categories.parent_level is 'The level of the category above; set by the database.';
comment on column public.categories.level is 'From 1, a family, to 4.';
comment on column public.categories.position is 'The order among siblings, then by name.';
comment on column public.categories.description is 'What the page of the category says about it.';
comment on table public.categories is 'Product categories, a tree of up to four levels.';
create index categories_parent_id_idx on public.categories (parent_id, parent_level);

-- The tree -------------------------------------------------------------------------------------------------------------

create or replace function private.category_and_descendants(category uuid) returns uuid[]
language sql stable set search_path = '' as $$
  with recursive tree as (
    select c.id from public.categories c where c.id = category_and_descendants.category
    union all
    select c.id from tree t join public.categories c on c.parent_id = t.id
  )
  select coalesce(array_agg(t.id), '{}') from tree t
$$;
comment on function private.category_and_descendants(uuid) is
  'The ids of a category and of all below it: those whose products a list of the category has. Empty for an unknown one.';

create function private.category_and_ancestors(category uuid) returns uuid[]
language sql stable set search_path = '' as $$
  with recursive path as (
    select c.id, c.parent_id, c.level from public.categories c where c.id = category_and_ancestors.category
    union all
    select c.id, c.parent_id, c.level from path p join public.categories c on c.id = p.parent_id
  )
  select coalesce(array_agg(p.id order by p.level), '{}') from path p
$$;
comment on function private.category_and_ancestors(uuid) is
  'The ids of a category and of all above it, the family first. Empty for an unknown one.';

create function private.set_category_level() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- The levels below the category.
  height smallint := 0;
begin
  -- The moves of a tree wait for each other: two that cross would otherwise end in a deadlock.
  perform pg_advisory_xact_lock(hashtextextended('category tree', 0));
  -- Behind its new siblings, where somebody has put those in an order.
  if tg_op = 'INSERT' and new.position = 0 or tg_op = 'UPDATE' and new.parent_id is distinct from old.parent_id then
    select case when max(s.position) > 0 then max(s.position) + 1 else 0 end into new.position
    from public.categories s where s.parent_id is not distinct from new.parent_id and s.id <> new.id;
  end if;
  if new.parent_id is null then
    new.parent_level := null;
    return new;
  end if;
  if new.parent_id = new.id
    or tg_op = 'UPDATE' and new.parent_id = any (private.category_and_descendants(new.id))
  then
    raise exception using errcode = 'YA007',
      message = 'Une catégorie ne peut pas être rangée sous elle-même ni sous l''une de ses sous-catégories';
  end if;
  select c.level into new.parent_level from public.categories c where c.id = new.parent_id;
  if not found then
    raise exception using errcode = 'YA007', message = 'La catégorie parente n''existe plus';
  end if;
  if tg_op = 'UPDATE' then
    select max(c.level) - old.level into height
    from public.categories c where c.id = any (private.category_and_descendants(new.id));
  end if;
  if new.parent_level + 1 + height > 4 then
    raise exception using errcode = 'YA007', message = 'Les catégories ont quatre niveaux au plus';
  end if;
  return new;
end
$$;
comment on function private.set_category_level() is
  'Sets parent_level, puts a category behind its siblings, and says in words what the constraints would refuse: a cycle, a fifth level.';
create trigger categories_set_level before insert or update of parent_id, parent_level on public.categories
  for each row execute function private.set_category_level();

-- A category that moves takes those below it along, by the foreign key: they are not edited by anybody.
drop trigger categories_set_updated_at on public.categories;
create trigger categories_set_updated_at
  before update of name, slug, image, parent_id, position, description on public.categories
  for each row execute function private.set_updated_at();
drop trigger categories_record on public.categories;
create trigger categories_record
  after insert or delete or update of name, slug, image, parent_id, position, description on public.categories
  for each row execute function private.record_change('name');

-- A list of a category -------------------------------------------------------------------------------------------------

create or replace view public.categories_with_counts with (security_invoker = on) as
  select
    c.id, c.name, c.slug, c.image,
    (
      select coalesce(sum(n.product_count), 0)
      from private.category_product_counts n where n.category_id = any (private.category_and_descendants(c.id))
    )::integer as product_count,
    c.parent_id, c.level, c.position, c.description
  from public.categories c;
comment on view public.categories_with_counts is
  'The product categories, each with the number of products in it and in those below it.';

create function public.list_category_products(
  category uuid, sort text default 'newest',
  min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false,
  after uuid default null, row_offset integer default 0, row_limit integer default 25
) returns setof uuid
language plpgsql stable set search_path = '' as $$
declare
  columns constant text[] := case sort
    when 'price-asc' then '{price,id}'
    when 'price-desc' then '{price,id}'
    when 'rating' then '{rating,review_count,id}'
    else '{created_at,id}'
  end;
  descending constant boolean[] := case sort
    when 'price-asc' then '{f,f}'
    when 'price-desc' then '{t,t}'
    when 'rating' then '{t,t,f}'
    else '{t,f}'
  end;
  conditions constant text := concat_ws(' and ',
    'p.category_id = c.id',
    'p.price >= ' || min_price,
    'p.price <= ' || max_price,
    case when in_stock then 'p.in_stock' end,
    case when is_new then 'p.is_new' end
  );
  shown_limit constant integer := least(greatest(row_limit, 0), 100);
  skipped constant integer := case when after is null then least(greatest(row_offset, 0), 10000) else 0 end;
  last public.products;
  order_by text;
  starts text[] := '{}';
  start text;
begin
  select string_agg(format('p.%I %s', o.name, case when descending[o.n] then 'desc' else 'asc' end), ', ' order by o.n)
  into order_by
  from unnest(columns) with ordinality o (name, n);
  if after is null then
    starts := array[conditions];
  else
    select * into last from public.products p where p.id = list_category_products.after;
    if not found then
      return;
    end if;
    -- A product comes after the last one by the first column in which they differ. Each of these starts in the index
    -- there; a single condition with `or` would read all products that equal the last one in the first column.
    for i in 1 .. cardinality(columns) loop
      start := conditions;
      for j in 1 .. i - 1 loop
        start := start || format(' and p.%1$I = ($1).%1$I', columns[j]);
      end loop;
      starts := starts || (start
        || format(' and p.%1$I %2$s ($1).%1$I', columns[i], case when descending[i] then '<' else '>' end));
    end loop;
  end if;
  -- The first of each category, by its index, then the first of those: no list is read beyond the page.
  return query execute (
    select format(
      'select p.id from unnest($2) c (id) cross join lateral (%s) p order by %s offset %s limit %s',
      string_agg(
        format('(select p.* from public.products p where %s order by %s limit %s)', s.condition, order_by, skipped + shown_limit),
        ' union all '
      ),
      order_by, skipped, shown_limit
    )
    from unnest(starts) s (condition)
  ) using last, private.category_and_descendants(category);
end
$$;
comment on function public.list_category_products(uuid, text, integer, integer, boolean, boolean, uuid, integer, integer) is
  'The ids of a page of the products of a category and of those below it. sort: newest, price-asc, price-desc or rating. after: the product before the page, instead of row_offset, which is at most 10000. At most 100 rows.';

-- The list with a search, and the counts. Without those below it a category is one value, as its indexes are ordered.
do $migration$
begin
  if to_regprocedure('private.filter_products(uuid,integer,integer,boolean,boolean,boolean)') is null
    or position('category_and_descendants' in pg_get_functiondef(
      'private.filter_products(uuid,integer,integer,boolean,boolean,boolean)'::regprocedure)) > 0
  then
    return;
  end if;
  execute $function$
    create or replace function private.filter_products(
      category uuid, min_price integer, max_price integer, in_stock boolean, is_new boolean, is_featured boolean
    ) returns text
    language sql stable set search_path = '' as $$
      select concat_ws(' and ',
        (
          select case
            when cardinality(d.ids) > 1 then 'category_id = any (' || quote_literal(d.ids::text) || ')'
            else 'category_id = ' || quote_literal(category)
          end
          from (select private.category_and_descendants(category) as ids where category is not null) d
        ),
        'price >= ' || min_price,
        'price <= ' || max_price,
        case when in_stock then 'in_stock' end,
        case when is_new then 'is_new' end,
        case when is_featured then 'is_featured' end)
    $$
  $function$;
end
$migration$;

-- The category with those above it and those just below it: what its page and the sidebar show.
create function public.list_category_branch(slug text)
returns table (
  id uuid, name text, slug text, image text, description text, level integer, product_count integer
)
language sql stable rows 10 set search_path = '' as $$
  with own as (
    select c.id, c.level from public.categories c where c.slug = list_category_branch.slug
  ),
  branch as (
    select a.id from own cross join lateral unnest(private.category_and_ancestors(own.id)) a (id)
    union all
    select c.id from own join public.categories c on c.parent_id = own.id
  )
  select
    c.id, c.name, c.slug, c.image, c.description, c.level,
    case when c.level >= own.level then (select n.product_count from public.categories_with_counts n where n.id = c.id) end
  from branch b join public.categories c on c.id = b.id cross join own
  order by c.level, c.position, c.name, c.id
$$;
comment on function public.list_category_branch(text) is
  'The category with this slug, those above it from the family on, and those one level below it; the numbers of products of the latter and its own. Empty for an unknown slug.';

-- Pages ----------------------------------------------------------------------------------------------------------------

-- A page of a category shows what is below it: a change of a list is one of the lists above too.
create function private.with_parent_lists(tags text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select distinct coalesce('category:' || a.id || coalesce(m.parts[2], ''), t.tag)
    from unnest(tags) t (tag)
    left join lateral regexp_match(t.tag, '^category:([0-9a-f]{8}-[0-9a-f-]{27})(:.*)?$') m (parts) on true
    left join lateral unnest(
      case when m.parts is not null then (m.parts[1]::uuid || private.category_and_ancestors(m.parts[1]::uuid)) end
    ) a (id) on true
  )
$$;
comment on function private.with_parent_lists(text[]) is
  'These tags of pages, those of a category''s lists with those of the lists above it.';

create or replace function private.notify_page_changes(wrong text[], old text[], everything text) returns void
language plpgsql set search_path = '' as $$
declare
  -- The tag of a category that a product does not have is null.
  wrong_tags constant text[] := private.with_parent_lists(coalesce(array_remove(wrong, null), '{}'));
  old_tags constant text[] := private.with_parent_lists(coalesce(array_remove(old, null), '{}'));
  change text;
begin
  if wrong_tags = '{}' and old_tags = '{}' then
    return;
  end if;
  change := json_build_object('wrong', wrong_tags, 'old', old_tags);
  -- Postgres refuses a payload of 8000 bytes.
  if octet_length(change) >= 8000 then
    change := json_build_object('wrong', array[everything], 'old', '{}'::text[]);
  end if;
  perform pg_notify('page_changes', change);
end
$$;

drop trigger categories_notify_update on public.categories;
create trigger categories_notify_update
  after update on public.categories
  for each row
  when (
    (new.name, new.slug, new.image, new.parent_id, new.position, new.description)
      is distinct from (old.name, old.slug, old.image, old.parent_id, old.position, old.description)
  )
  execute function private.notify_category_changes();

create or replace function private.notify_category_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.slug <> old.slug or new.parent_id is distinct from old.parent_id then
    perform private.notify_page_changes(array['categories'], '{}', 'categories');
  elsif (new.name, new.image, new.position) is not distinct from (old.name, old.image, old.position) then
    -- The description is on the page of the category alone.
    perform private.notify_page_changes(array['category:' || new.id], '{}', 'categories');
  else
    -- The lists of the category have its name as their title.
    perform private.notify_page_changes(array['category:' || new.id], array['categories'], 'categories');
  end if;
  return null;
end
$$;

-- Privileges -----------------------------------------------------------------------------------------------------------

grant insert (parent_id, position, description), update (parent_id, position, description)
  on public.categories to authenticated;
revoke execute on all functions in schema private from public;
grant execute on function private.category_and_descendants(uuid) to anon, authenticated, service_role;
grant execute on function private.category_and_ancestors(uuid) to anon, authenticated, service_role;
revoke execute on function
  public.list_category_products(uuid, text, integer, integer, boolean, boolean, uuid, integer, integer) from public;
grant execute on function
  public.list_category_products(uuid, text, integer, integer, boolean, boolean, uuid, integer, integer)
  to anon, authenticated, service_role;
revoke execute on function public.list_category_branch(text) from public;
grant execute on function public.list_category_branch(text) to anon, authenticated, service_role;
