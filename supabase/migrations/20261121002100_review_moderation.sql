-- What administrators moderate: by what a review is found.

create function private.review_text(title text, comment text, name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.folded(coalesce(title, '') || ' ' || comment || ' ' || name)
$$;
comment on function private.review_text(text, text, text) is 'What a review is found by, besides its product.';
create index product_reviews_review_text_idx on public.product_reviews
  using gin (private.review_text(title, comment, name) extensions.gin_trgm_ops);

-- As its owner, for the same reason as orders_like.
create function private.reviews_like(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select m.id from public.product_reviews m
  where (select private.may_administer()) and m.id = any (array(
    select private.newest_like(
      'public.product_reviews r', 'private.review_text(r.title, r.comment, r.name)', private.contains(query), 200
    )
    union
    select private.newest_like(
      'public.product_reviews r join public.products p on p.id = r.product_id',
      'private.searched_text(p.name, p.reference)', private.contains(query), 200
    )
  ))
  order by m.created_at desc, m.id
  limit 200
$$;
comment on function private.reviews_like(text) is
  'The latest 200 reviews that contain every word of the query themselves or in their product; none for customers.';

create function public.search_reviews(query text)
returns table (
  id uuid, rating numeric, title text, comment text, name text, is_verified boolean, is_published boolean,
  created_at timestamptz, product_name text, product_slug text, product_image text
)
language sql stable rows 50 set search_path = '' as $$
  select r.id, r.rating, r.title, r.comment, r.name, r.is_verified, r.is_published, r.created_at, p.name, p.slug, p.image
  from public.product_reviews r
  join public.products p on p.id = r.product_id
  where r.id = any (array(select private.reviews_like(query)))
  order by r.created_at desc, r.id
$$;
comment on function public.search_reviews(text) is
  'The latest 200 reviews, each with its product, whose title, text, author or product (name, reference) contains every word of the query of three letters or more; rest''s filters, order and range apply on top.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on function
  private.review_text(text, text, text), private.reviews_like(text), public.search_reviews(text)
  from public, anon;
-- Who writes a row computes its entry in the index, and visitors write reviews.
grant execute on function private.review_text(text, text, text) to anon, authenticated, service_role;
grant execute on function private.reviews_like(text), public.search_reviews(text) to authenticated, service_role;
