-- The orders of the product lists: by price, upwards and downwards, and by rating, each in all products, in a
-- category, and among the promotions. Each index ends with the id, so that pages have one order and a page can start
-- behind any product, and includes what lists filter by, so that a page is found in the index alone. See
-- docs/decisions/0044-sorted-product-lists.md.

-- By price: read backwards for the dearest first.
drop index public.products_price_idx;
create index products_price_idx on public.products (price, id) include (in_stock, is_new);
create index products_category_id_price_idx on public.products (category_id, price, id) include (in_stock, is_new);
create index products_is_featured_price_idx on public.products (price, id) where is_featured;

-- By rating: of two products with the same one, first the product with more reviews.
create index products_rating_idx on public.products (rating desc, review_count desc, id)
  include (price, in_stock, is_new);
-- Also the similar products of a product page.
drop index public.products_category_id_rating_idx;
create index products_category_id_rating_idx on public.products (category_id, rating desc, review_count desc, id)
  include (price, in_stock, is_new);
create index products_is_featured_rating_idx on public.products (rating desc, review_count desc, id)
  where is_featured;
