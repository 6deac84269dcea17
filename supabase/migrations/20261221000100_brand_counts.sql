-- The page of a brand counted all products of the brand at each request: 45,000 of a large one. It follows the rule of
-- all lists now.
create function public.count_brand_products(brand text)
returns table (total integer, is_exact boolean)
language sql
rows 1
set search_path = ''
as $$
  select * from private.count_up_to_limit(format('from public.products p where p.brand_key = %L', brand))
$$;
comment on function public.count_brand_products(text) is 'The number of products of a brand, by the rule of count_up_to_limit. brand: brands.name_key.';

revoke execute on function public.count_brand_products(text) from public;
grant execute on function public.count_brand_products(text) to anon, authenticated, service_role;
