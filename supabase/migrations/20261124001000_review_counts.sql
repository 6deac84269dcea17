-- The number of a product's reviews for each rating, in one request: the product page made five.

create function public.count_reviews_by_stars(product uuid) returns table (stars integer, total integer)
language sql stable rows 5 set search_path = '' as $$
  select floor(r.rating)::integer, count(*)::integer
  from public.product_reviews r
  where r.product_id = count_reviews_by_stars.product and r.is_published
  group by floor(r.rating)
$$;
comment on function public.count_reviews_by_stars(uuid) is
  'The number of published reviews of a product for each rating in whole stars, without those that no review has.';

revoke execute on function public.count_reviews_by_stars(uuid) from public;
grant execute on function public.count_reviews_by_stars(uuid) to anon, authenticated, service_role;
