-- The catalog at a million products: each page reads what it shows and not the whole table. Generated columns
-- and indexes for the lists, exact counts up to a limit, the number of products of each category, and a search
-- whose candidates are limited before they are scored. See docs/decisions/0035-lists-at-a-million-rows.md.

-- Generated columns ------------------------------------------------------------------------------------------------

drop index public.products_search_name_idx, public.products_search_text_idx;

create or replace function private.product_search_text(name text, reference text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || private.normalize_search_text(name)
    || coalesce(e'\n ' || private.normalize_search_text(reference), '')
$$;
comment on function private.product_search_text(text, text) is
  'The text that the search of products indexes: the name, and on a second line the reference. Each begins with a space, for patterns of the beginning of a word.';

alter table public.products
  add column in_stock boolean not null generated always as (stock > 0) stored,
  add column search_text text not null generated always as (private.product_search_text(name, reference)) stored;
comment on column public.products.in_stock is
  'Whether there is stock. Lists filter and index this column and not stock: its value seldom changes, so an order usually rewrites no index entry (HOT update).';
comment on column public.products.search_text is
  'The name and the reference as searches compare them: stored, because each search would compute them for thousands of rows.';

create or replace function private.product_columns() returns text[]
language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = 'public.products'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname <> all ('{id,image,rating,review_count,created_at,updated_at}')
$$;

-- As before, without the generated columns.
create or replace function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  label_column constant text := tg_argv[0];
  key_column constant text := coalesce(nullif(tg_argv[1], ''), 'id');
  -- Columns whose values are replaced by dots.
  redacted constant text[] := coalesce(string_to_array(tg_argv[2], ','), '{}');
  -- Columns that are recorded even when they did not change: they identify the row.
  always_included constant text[] := coalesce(string_to_array(tg_argv[3], ','), '{}');
  -- Columns that the database maintains by itself: their changes are not a person's.
  ignored constant text[] := '{id,created_at,updated_at,has_phone,helpful_count,in_stock,search_text}';
  -- So are the times of an order: each status has a column with the time at which it was reached.
  ignores_times constant boolean := tg_table_name = 'orders';
  actor public.admin_users;
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  row_data constant jsonb := coalesce(new_row, old_row);
  row_id constant uuid := case when jsonb_typeof(row_data -> key_column) = 'string' then row_data ->> key_column end;
  changes record;
begin
  if current_setting('role') = 'authenticated' then
    select * into actor from public.admin_users where id = auth.uid();
  end if;
  if actor.id is null and tg_table_name <> 'admin_users' then
    return null;
  end if;
  select
    jsonb_object_agg(c.key, case when c.key = any (redacted) and c.before <> 'null' then '"•••"' else c.before end)
      as before,
    jsonb_object_agg(c.key, case when c.key = any (redacted) and c.after <> 'null' then '"•••"' else c.after end)
      as after,
    bool_or(c.before <> c.after) as is_changed
  into changes
  from (
    select key, coalesce(b.value, 'null') as before, coalesce(a.value, 'null') as after
    from jsonb_each(old_row) b full join jsonb_each(new_row) a using (key)
  ) c
  where (c.before <> c.after or c.key = any (always_included)) and c.key <> all (ignored) and c.key <> key_column
    and not (ignores_times and c.key like '%\_at');
  if changes.is_changed is not true and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor_name, actor_email, action, table_name, row_id, what, before, after)
  values (
    actor.id, actor.name, actor.email, lower(tg_op), tg_table_name,
    row_id,
    -- A row that belongs to another row is labelled with the name of that row.
    left(coalesce(
      case tg_table_name
        when 'product_images' then (select p.name from public.products p where p.id = row_id)
        when 'technician_contacts' then (select t.name from public.technician_profiles t where t.id = row_id)
        else row_data ->> label_column
      end,
      label_column
    ), 200),
    case when tg_op <> 'INSERT' then changes.before end,
    case when tg_op <> 'DELETE' then changes.after end
  );
  return null;
end
$$;

-- Indexes of the lists ---------------------------------------------------------------------------------------------

create index products_in_stock_idx on public.products (created_at desc, id) where in_stock;
create index products_category_id_in_stock_idx on public.products (category_id, created_at desc, id) where in_stock;
-- The similar products of a product page.
create index products_category_id_rating_idx on public.products (category_id, rating desc, id) where in_stock;
create index products_promotions_idx on public.products (discount desc nulls last, created_at desc, id)
  where is_featured;
-- With what the lists filter by, so that counting reads the index only.
drop index public.products_category_id_idx, public.products_price_idx;
create index products_category_id_idx on public.products (category_id, created_at desc, id)
  include (price, in_stock, is_new);
create index products_price_idx on public.products (price) include (in_stock, is_new);
create index products_search_text_idx on public.products using gin (search_text extensions.gin_trgm_ops);

-- The number of a product's reviews by stars.
create index product_reviews_rating_idx on public.product_reviews (product_id, rating) where is_published;

-- Number of products of each category ------------------------------------------------------------------------------

create table private.category_product_counts (
  category_id uuid primary key references public.categories (id) on delete cascade,
  product_count integer not null
);
comment on table private.category_product_counts is
  'The number of products of each category that ever had one: counting them would read all products.';
alter table private.category_product_counts enable row level security;
create policy "Everyone reads the numbers of products" on private.category_product_counts
  for select to anon, authenticated using (true);

create function private.count_category_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.category_product_counts;
    return null;
  end if;
  -- Two transactions that move products between the same categories would otherwise deadlock.
  lock table private.category_product_counts in share row exclusive mode;
  if tg_op <> 'INSERT' then
    update private.category_product_counts set product_count = product_count - 1 where category_id = old.category_id;
  end if;
  if tg_op <> 'DELETE' and new.category_id is not null then
    insert into private.category_product_counts as c (category_id, product_count) values (new.category_id, 1)
    on conflict (category_id) do update set product_count = c.product_count + 1;
  end if;
  return null;
end
$$;
comment on function private.count_category_product() is
  'Keeps category_product_counts exact. Deferred, so that a transaction takes the lock last and for the moment of its commit.';

create constraint trigger products_count_insert_delete after insert or delete on public.products
  deferrable initially deferred for each row execute function private.count_category_product();
create constraint trigger products_count_update after update of category_id on public.products
  deferrable initially deferred for each row when (old.category_id is distinct from new.category_id)
  execute function private.count_category_product();
create trigger products_count_truncate after truncate on public.products
  for each statement execute function private.count_category_product();

create function private.recount_category_products() returns void
language sql set search_path = '' as $$
  lock table private.category_product_counts in share row exclusive mode;
  delete from private.category_product_counts;
  insert into private.category_product_counts (category_id, product_count)
    select category_id, count(*) from public.products where category_id is not null group by category_id;
$$;
comment on function private.recount_category_products() is
  'Counts the products of all categories: for products that were written with disabled triggers.';
select private.recount_category_products();

create or replace view public.categories_with_counts with (security_invoker = on) as
  select c.id, c.name, c.slug, c.image, coalesce(n.product_count, 0) as product_count
  from public.categories c
  left join private.category_product_counts n on n.category_id = c.id;

-- Search helpers ---------------------------------------------------------------------------------------------------

create function private.is_frequent(from_clause text, expression text, patterns text[]) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  result boolean;
begin
  execute format(
    'select count(*) >= 10 from (
       select %s as text from %s order by r.created_at desc, r.id limit 500
     ) newest where %s',
    expression, from_clause,
    (select string_agg(format('text like %L', pattern), ' and ') from unnest(patterns) pattern)
  ) into result;
  return result;
end
$$;
comment on function private.is_frequent(text, text, text[]) is
  'Whether an expression matches all the LIKE patterns in at least 2 percent of the 500 newest rows r of a FROM clause. Frequent matches are found by walking from the newest row, rare ones through the trigram index; the planner''s estimate for a pattern is too rough to choose, and either costs seconds where the other is due.';

create or replace function private.find_newest_ids(from_clause text, expression text, patterns text[], max_rows integer)
returns setof uuid
language plpgsql stable rows 50
-- The planner underestimates frequent patterns, and would sort what it reads in order.
set search_path = '' set enable_seqscan = off as $$
declare
  condition text;
begin
  if patterns is null then
    return;
  end if;
  -- The patterns are literals in the text of the query, so that they can use the trigram index.
  if private.is_frequent(from_clause, expression, patterns) then
    -- No index has the expression with || '', so the rows are read in their order.
    condition := (
      select string_agg(format('%s || '''' like %L', expression, pattern), ' and ') from unnest(patterns) pattern
    );
    return query execute format(
      'select r.id from %s where %s order by r.created_at desc, r.id limit %s', from_clause, condition, max_rows);
  else
    condition := (
      select string_agg(format('%s like %L', expression, pattern), ' and ') from unnest(patterns) pattern
    );
    return query execute format(
      'with found as materialized (select r.id, r.created_at from %s where %s limit 20000)
       select id from found order by created_at desc, id limit %s', from_clause, condition, max_rows);
  end if;
end
$$;

-- Counts and pages of the catalog ----------------------------------------------------------------------------------

create function private.catalog_source(
  search text, category uuid, min_price integer, max_price integer, in_stock boolean, is_new boolean,
  is_featured boolean, search_expression text default 'p.search_text'
) returns text
language sql stable set search_path = '' as $$
  select concat_ws(' and ',
    case
      -- So short a text finds no index. When it is rare, the newest products are searched.
      when char_length(query) between 1 and 2 and search_expression = 'p.search_text' then
        'from (select * from public.products order by created_at desc, id limit 10000) p where true'
      else 'from public.products p where true'
    end,
    case when search <> '' then format(
      -- The query may also occur in the reference: its first occurrence must be on the line of the name.
      '%s like %L and strpos(p.search_text, %L) < strpos(p.search_text || e''\n'', e''\n'')',
      search_expression, private.to_search_pattern(search), query) end,
    'p.category_id = ' || quote_literal(category),
    'p.price >= ' || min_price,
    'p.price <= ' || max_price,
    case when in_stock then 'p.in_stock' end,
    case when is_new then 'p.is_new' end,
    case when is_featured then 'p.is_featured' end)
  from private.normalize_search_text(left(search, 100)) query
$$;
comment on function private.catalog_source(text, uuid, integer, integer, boolean, boolean, boolean, text) is
  'The FROM and WHERE clauses of the products that match all conditions; null, an empty text or false is no condition. The values are literals in the text, so that the plan and the estimate suit them.';

create function public.count_products(
  search text default '', category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false, is_featured boolean default false
) returns table (total integer, is_exact boolean)
-- Volatile, because EXPLAIN is not allowed in any other function.
language plpgsql volatile rows 1 set search_path = '' as $$
declare
  max_exact constant integer := 10000;
  source constant text :=
    private.catalog_source(search, category, min_price, max_price, in_stock, is_new, is_featured);
  plan json;
begin
  execute format('select count(*) from (select %s limit %s) counted', source, max_exact + 1) into total;
  is_exact := total <= max_exact;
  if not is_exact then
    execute 'explain (format json) select ' || source into plan;
    total := greatest(total, (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric);
  end if;
  return next;
end
$$;
comment on function public.count_products(text, uuid, integer, integer, boolean, boolean, boolean) is
  'The number of products that match all conditions, the search as in search_products_by_name: exact up to 10,000, beyond that the database''s estimate. So counting takes no longer in a larger shop.';

drop function public.search_products_by_name(text);
create function public.search_products_by_name(
  query text, category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false,
  row_offset integer default 0, row_limit integer default 10000
) returns setof public.products
language plpgsql stable rows 50 set search_path = '' set enable_seqscan = off as $$
begin
  if private.is_frequent('public.products r', 'r.search_text', array[private.to_search_pattern(query)]) then
    -- As in find_newest_ids.
    return query execute format(
      'select p.* %s order by p.created_at desc, p.id offset %s limit %s',
      private.catalog_source(
        query, category, min_price, max_price, in_stock, is_new, false, 'p.search_text || '''''),
      row_offset, row_limit);
  else
    return query execute format(
      'with found as materialized (select p.id, p.created_at %s limit 20000)
       select p.*
       from (select id from found order by created_at desc, id offset %s limit %s) page
       join public.products p using (id)
       order by p.created_at desc, p.id',
      private.catalog_source(query, category, min_price, max_price, in_stock, is_new, false), row_offset, row_limit);
  end if;
end
$$;
comment on function public.search_products_by_name(text, uuid, integer, integer, boolean, boolean, integer, integer) is
  'The products whose name contains the query, of any length, and that match the other conditions, newest first. The conditions and the range are arguments, because those of the API would apply after all matches were found.';

-- Searches ---------------------------------------------------------------------------------------------------------

create or replace function private.find_product_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.find_newest_ids('public.products r', 'r.search_text', private.to_search_patterns(query), 1000)
$$;

create or replace function private.find_review_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select m.id from public.product_reviews m
  where (select private.may_administer()) and m.id = any (array(
    select private.find_newest_ids(
      'public.product_reviews r', 'private.review_search_text(r.title, r.comment, r.name)',
      private.to_contact_search_patterns(query), 200
    )
    union
    select private.find_newest_ids(
      'public.product_reviews r join public.products p on p.id = r.product_id',
      'p.search_text', private.to_contact_search_patterns(query), 200
    )
  ))
  order by m.created_at desc, m.id
  limit 200
$$;

create or replace function public.suggest_products(query text) returns setof public.products
language plpgsql stable rows 20
set search_path = '' set pg_trgm.word_similarity_threshold = 0.5 set statement_timeout = '2s' as $$
declare
  max_candidates constant integer := 200;
  max_suggestions constant integer := 20;
  max_products constant integer := 10000;
  query_text constant text := private.normalize_search_text(left(query, 100));
  patterns constant text[] := private.to_search_patterns(query);
  words constant text[] := array(
    select word from regexp_split_to_table(query_text, '[^a-z0-9]+') word where word <> '' limit 8
  );
  -- The longest word narrows the search through the index; the others filter its matches.
  longest constant text := (select word from unnest(words) word order by length(word) desc limit 1);
  candidates uuid[];
begin
  if patterns is null then
    return;
  end if;
  -- Only so many products are compared with the query, however many match it: the newest that contain its words,
  -- and if these are few, products with a word like the longest one. In a large shop the trigrams of a word are
  -- those of too many other words, so that mistakes are tolerated for the newest products only.
  candidates := array(
    select private.find_newest_ids('public.products r', 'r.search_text', patterns, max_candidates)
  );
  if cardinality(candidates) < max_suggestions then
    if (select reltuples from pg_catalog.pg_class where oid = 'public.products'::regclass) > max_products then
      candidates := candidates || array(
        select id from (
          select id, search_text from public.products order by created_at desc, id limit max_products / 2
        ) newest
        where longest operator(extensions.<%) search_text limit max_candidates
      );
    else
      candidates := candidates || array(
        select id from public.products where longest operator(extensions.<%) search_text limit max_candidates
      );
    end if;
  end if;
  return query
    select p.*
    from public.products p
    cross join lateral (
      select
        -- A short word tolerates fewer mistakes.
        bool_and(
          extensions.word_similarity(word, p.search_text) >= case when length(word) <= 4 then 0.65 else 0.5 end
        ) as matches,
        avg(extensions.strict_word_similarity(word, p.search_text)) as similarity
      from unnest(words) word
    ) compared
    where p.id = any (candidates) and compared.matches
    order by
      coalesce(private.normalize_search_text(p.reference) = query_text, false) desc,
      p.search_text ^@ (' ' || query_text) desc,
      strpos(p.search_text, query_text) > 0 desc,
      round(compared.similarity::numeric, 1) desc,
      p.in_stock desc,
      p.review_count desc,
      p.name,
      p.id
    limit max_suggestions;
end
$$;
comment on function public.suggest_products(text) is
  'At most 20 products whose name or reference is similar to the query, the best of at most 400 candidates first; none for fewer than two letters.';

-- Privileges -------------------------------------------------------------------------------------------------------

grant select on private.category_product_counts to anon, authenticated, service_role;
revoke execute on function
  private.count_category_product(), private.recount_category_products(), private.is_frequent(text, text, text[]),
  private.catalog_source(text, uuid, integer, integer, boolean, boolean, boolean, text),
  public.count_products(text, uuid, integer, integer, boolean, boolean, boolean),
  public.search_products_by_name(text, uuid, integer, integer, boolean, boolean, integer, integer)
  from public;
grant execute on function
  private.is_frequent(text, text, text[]), private.find_newest_ids(text, text, text[], integer),
  private.catalog_source(text, uuid, integer, integer, boolean, boolean, boolean, text),
  public.count_products(text, uuid, integer, integer, boolean, boolean, boolean),
  public.search_products_by_name(text, uuid, integer, integer, boolean, boolean, integer, integer)
  to anon, authenticated, service_role;

-- The audit log ----------------------------------------------------------------------------------------------------

-- Like before, and without the columns that are computed from others.
create or replace function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  label_column constant text := tg_argv[0];
  key_column constant text := coalesce(nullif(tg_argv[1], ''), 'id');
  -- Columns whose values are replaced by dots.
  redacted constant text[] := coalesce(string_to_array(tg_argv[2], ','), '{}');
  -- Columns that are recorded even when they did not change: they identify the row.
  always_included constant text[] := coalesce(string_to_array(tg_argv[3], ','), '{}');
  -- Columns that the database maintains by itself: their changes are not a person's.
  ignored constant text[] := '{id,created_at,updated_at,has_phone,helpful_count,in_stock,search_text}';
  -- So are the times of an order: each status has a column with the time at which it was reached.
  ignores_times constant boolean := tg_table_name = 'orders';
  actor public.admin_users;
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  row_data constant jsonb := coalesce(new_row, old_row);
  row_id constant uuid := case when jsonb_typeof(row_data -> key_column) = 'string' then row_data ->> key_column end;
  changes record;
begin
  if current_setting('role') = 'authenticated' then
    select * into actor from public.admin_users where id = auth.uid();
  end if;
  if actor.id is null and tg_table_name <> 'admin_users' then
    return null;
  end if;
  select
    jsonb_object_agg(c.key, case when c.key = any (redacted) and c.before <> 'null' then '"•••"' else c.before end)
      as before,
    jsonb_object_agg(c.key, case when c.key = any (redacted) and c.after <> 'null' then '"•••"' else c.after end)
      as after,
    bool_or(c.before <> c.after) as is_changed
  into changes
  from (
    select key, coalesce(b.value, 'null') as before, coalesce(a.value, 'null') as after
    from jsonb_each(old_row) b full join jsonb_each(new_row) a using (key)
  ) c
  where (c.before <> c.after or c.key = any (always_included)) and c.key <> all (ignored) and c.key <> key_column
    and not (ignores_times and c.key like '%\_at');
  if changes.is_changed is not true and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor_name, actor_email, action, table_name, row_id, what, before, after)
  values (
    actor.id, actor.name, actor.email, lower(tg_op), tg_table_name,
    row_id,
    -- A row that belongs to another row is labelled with the name of that row.
    left(coalesce(
      case tg_table_name
        when 'product_images' then (select p.name from public.products p where p.id = row_id)
        when 'technician_contacts' then (select t.name from public.technician_profiles t where t.id = row_id)
        else row_data ->> label_column
      end,
      label_column
    ), 200),
    case when tg_op <> 'INSERT' then changes.before end,
    case when tg_op <> 'DELETE' then changes.after end
  );
  return null;
end
$$;
