-- The total of a category's list without filters counted up to 10,000 products, which the numbers of the categories have
-- already.
create or replace function public.count_products(search text default '', category uuid default NULL, min_price integer default NULL, max_price integer default NULL, in_stock boolean default false, is_new boolean default false, is_featured boolean default false, without_category boolean default false, min_stock integer default NULL, max_stock integer default NULL, facets text[] default '{}'::text[])
returns table (total integer, is_exact boolean)
language plpgsql
rows 1
set search_path = ''
as $$
declare
  filters constant text := concat_ws(' and ',
    nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, is_featured, facets), ''),
    case when without_category then 'category_id is null' end,
    'stock >= ' || min_stock,
    'stock <= ' || max_stock);
begin
  if search = '' and category is not null and filters = private.filter_products(category, null, null, false, false, false) then
    -- Whatever the size of the category, and exact: the triggers of products keep these numbers.
    return query
      select coalesce(sum(n.product_count), 0)::integer, true from private.category_product_counts n
      where n.category_id = any (private.category_and_descendants(count_products.category));
  elsif search = '' then
    return query select * from private.count_up_to_limit('from public.products p where ' || coalesce(nullif(filters, ''), 'true'));
  else
    return query select * from private.count_found_products(search, filters);
  end if;
end
$$;
