-- Reviews: reviews of products, the links that request them, and the votes «Utile». A review waits for an
-- administrator's approval unless its author is a signed-in customer who received the product.

create table public.review_requests (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  customer_email public.email not null,
  token_hash bytea unique check (octet_length(token_hash) = 32),
  expires_at timestamptz,
  sent_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (order_id, product_id),
  constraint review_requests_token_expires check (token_hash is null or expires_at is not null)
);
comment on table public.review_requests is
  'One row for each product of an order whose customer is asked for a review.';
comment on column public.review_requests.token_hash is
  'SHA-256 of the token in the link. The token itself is stored only in the payload of its mail, and only until that has been sent.';
create index review_requests_product_id_idx on public.review_requests (product_id);
create index review_requests_created_at_idx on public.review_requests (created_at desc, id);

create table public.product_reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  rating numeric(2, 1) not null default 5 check (rating between 1 and 5 and rating * 2 = trunc(rating * 2)),
  title text check (char_length(title) <= 200),
  comment text not null check (char_length(btrim(comment)) between 10 and 5000),
  name public.label not null check (char_length(btrim(name)) >= 2),
  email public.email not null,
  is_verified boolean not null default false,
  is_published boolean not null default false,
  helpful_count integer not null default 0 check (helpful_count >= 0),
  user_id uuid references auth.users (id) on delete set null,
  order_id uuid references public.orders (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.product_reviews is
  'Customers'' reviews of products. Only published reviews are shown.';
comment on column public.product_reviews.email is
  'Readable only through product_review_emails, by administrators.';
comment on column public.product_reviews.is_verified is 'Whether the author received the product; set by the database.';
comment on column public.product_reviews.helpful_count is
  'The number of votes «Utile»; maintained by the database.';
create index product_reviews_product_id_idx on public.product_reviews (product_id, created_at desc, id);
create index product_reviews_created_at_idx on public.product_reviews (created_at desc, id);
create index product_reviews_unpublished_idx on public.product_reviews (created_at desc, id) where not is_published;
create unique index product_reviews_one_for_each_purchase_idx on public.product_reviews (order_id, product_id);
-- A customer who sends the same review again, because the response was lost, does not create a second one.
create unique index product_reviews_sent_once_idx on public.product_reviews (user_id, product_id, md5(comment));

create table public.review_votes (
  review_id uuid not null references public.product_reviews (id) on delete cascade,
  user_id uuid default auth.uid() references auth.users (id) on delete cascade,
  device_id uuid,
  created_at timestamptz not null default now(),
  constraint review_votes_one_voter check (num_nonnulls(user_id, device_id) = 1),
  unique (review_id, user_id),
  unique (review_id, device_id)
);
comment on table public.review_votes is
  'Votes for helpful reviews, each by an account or by a visitor''s device.';
comment on column public.review_votes.device_id is 'Generated and stored in the visitor''s browser.';
create index review_votes_user_id_idx on public.review_votes (user_id);

-- Review links -----------------------------------------------------------------------------------------------------

create function private.validate_review_token(request_token text)
returns table (is_valid boolean, product_id uuid, order_id uuid, customer_email text)
language sql stable security definer set search_path = '' as $$
  select
    open.is_open,
    case when open.is_open then r.product_id end,
    case when open.is_open then r.order_id end,
    case when open.is_open then r.customer_email::text end
  from public.review_requests r
  cross join lateral (select r.used_at is null and r.expires_at > now() as is_open) open
  where r.token_hash = sha256(convert_to(request_token, 'UTF8'))
$$;

create function public.validate_review_token(request_token text)
returns table (is_valid boolean, product_id uuid, order_id uuid, customer_email text)
language sql stable set search_path = '' as $$
  select v.is_valid, v.product_id, v.order_id, v.customer_email from private.validate_review_token(request_token) v
$$;
comment on function public.validate_review_token(text) is
  'The product, order and e-mail of a review link. No row for an unknown token; is_valid is false, and the other columns null, once it is used or expired.';

create function private.mark_review_token_used(request_token text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.review_requests set used_at = now()
  where token_hash = sha256(convert_to(request_token, 'UTF8')) and used_at is null and expires_at > now();
  return found;
end
$$;

create function public.mark_review_token_used(request_token text) returns boolean
language sql set search_path = '' as $$
  select private.mark_review_token_used(request_token)
$$;
comment on function public.mark_review_token_used(text) is
  'Marks a review link as used; true when it was still valid.';

create function private.is_review_requested(of_product uuid, of_order uuid, by_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.review_requests r
    where r.product_id = of_product and r.order_id = of_order and lower(r.customer_email) = lower(by_email)
      and r.used_at is null and r.expires_at > now()
  )
$$;
comment on function private.is_review_requested(uuid, uuid, text) is
  'Whether a valid link requests this review. The visitor got the order''s id and the e-mail through the link''s token.';

-- Writing a review -------------------------------------------------------------------------------------------------

create function private.prepare_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  purchase_id uuid;
begin
  if current_setting('role') not in ('anon', 'authenticated') then
    return new;
  end if;
  new.name := btrim(new.name);
  new.title := nullif(btrim(new.title), '');
  if caller is null then
    new.is_verified := exists (select from public.orders where id = new.order_id and status = 'completed');
    return new;
  end if;
  new.user_id := coalesce(new.user_id, caller);
  select o.id into purchase_id
  from public.orders o
  join public.order_items i on i.order_id = o.id
  where o.user_id = caller and o.status = 'completed' and i.product_id = new.product_id
    and not exists (
      select from public.product_reviews r where r.order_id = o.id and r.product_id = new.product_id
    )
  order by o.id = new.order_id desc, o.created_at desc
  limit 1;
  new.order_id := purchase_id;
  new.is_verified := purchase_id is not null;
  new.is_published := purchase_id is not null;
  return new;
end
$$;
comment on function private.prepare_review() is
  'A review by a customer who received the product is verified and published at once, once for each purchase. Reviews that the service enters are stored as they are.';

create trigger product_reviews_prepare before insert on public.product_reviews
  for each row execute function private.prepare_review();

-- Averages and votes -----------------------------------------------------------------------------------------------

create function private.update_product_ratings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select distinct product_id from after_rows where is_published);
  elsif tg_op = 'DELETE' then
    changed := array(select distinct product_id from before_rows where is_published);
  else
    changed := array(
      select b.product_id from before_rows b join after_rows a using (id)
      where (b.product_id, b.rating, b.is_published) is distinct from (a.product_id, a.rating, a.is_published)
      union
      select a.product_id from before_rows b join after_rows a using (id) where b.product_id <> a.product_id
    );
  end if;
  if changed = '{}' then
    return null;
  end if;
  -- Locked first and counted in a second statement, which then sees the reviews of concurrent transactions.
  perform from public.products where id = any (changed) order by id for no key update;
  update public.products p set rating = counted.rating, review_count = counted.review_count
  from (
    select c.id, coalesce(round(avg(r.rating), 2), 0) as rating, count(r.id)::integer as review_count
    from unnest(changed) as c (id)
    left join public.product_reviews r on r.product_id = c.id and r.is_published
    group by c.id
  ) counted
  where p.id = counted.id and (p.rating, p.review_count) is distinct from (counted.rating, counted.review_count);
  return null;
end
$$;
comment on function private.update_product_ratings() is
  'Maintains products.rating and review_count from the published reviews.';

create trigger product_reviews_update_ratings_insert after insert on public.product_reviews
  referencing new table as after_rows for each statement execute function private.update_product_ratings();
create trigger product_reviews_update_ratings_update after update on public.product_reviews
  referencing old table as before_rows new table as after_rows
  for each statement execute function private.update_product_ratings();
create trigger product_reviews_update_ratings_delete after delete on public.product_reviews
  referencing old table as before_rows for each statement execute function private.update_product_ratings();

create function private.count_helpful_votes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.product_reviews set helpful_count = helpful_count + 1 where id = new.review_id;
  else
    update public.product_reviews set helpful_count = helpful_count - 1 where id = old.review_id;
  end if;
  return null;
end
$$;

create trigger review_votes_count after insert or delete on public.review_votes
  for each row execute function private.count_helpful_votes();

-- Pages show published reviews only. A vote appears when the page is rendered again for another reason:
-- visitors must not be able to empty the page cache by voting.
create trigger product_reviews_notify_insert after insert on public.product_reviews
  for each row when (new.is_published) execute function private.notify_table_change();
create trigger product_reviews_notify_update
  after update of product_id, rating, title, comment, name, is_verified, is_published, created_at
  on public.product_reviews
  for each row when (old.is_published or new.is_published) execute function private.notify_table_change();
create trigger product_reviews_notify_delete after delete on public.product_reviews
  for each row when (old.is_published) execute function private.notify_table_change();

-- E-mails of authors, for moderation -------------------------------------------------------------------------------

create function private.product_review_emails() returns table (review_id uuid, email text)
language sql stable security definer set search_path = '' as $$
  select r.id, r.email::text from public.product_reviews r where (select private.may_administer())
$$;
comment on function private.product_review_emails() is
  'The e-mail of each review; no rows for customers and visitors.';

create view public.product_review_emails with (security_invoker = on) as
  select review_id, email from private.product_review_emails();
comment on view public.product_review_emails is
  'The e-mail under which each review was sent. Administrators only.';

-- Search -----------------------------------------------------------------------------------------------------------

create function private.review_search_text(title text, comment text, name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || private.normalize_search_text(coalesce(title, '') || ' ' || comment || ' ' || name)
$$;
comment on function private.review_search_text(text, text, text) is
  'The text that the search of reviews indexes, besides that of the product.';
create index product_reviews_search_text_idx on public.product_reviews
  using gin (private.review_search_text(title, comment, name) extensions.gin_trgm_ops);

-- Security definer, for the reason given at find_newest_ids.
create function private.find_review_ids(query text) returns setof uuid
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
      'private.product_search_text(p.name, p.reference)', private.to_contact_search_patterns(query), 200
    )
  ))
  order by m.created_at desc, m.id
  limit 200
$$;
comment on function private.find_review_ids(text) is
  'The newest 200 reviews that contain every word of the query in their own text or in that of their product; no rows for customers.';

create function public.search_reviews(query text)
returns table (
  id uuid, rating numeric, title text, comment text, name text, is_verified boolean, is_published boolean,
  created_at timestamptz, product_name text, product_slug text, product_image text
)
language sql stable rows 50 set search_path = '' as $$
  select r.id, r.rating, r.title, r.comment, r.name, r.is_verified, r.is_published, r.created_at, p.name, p.slug, p.image
  from public.product_reviews r
  join public.products p on p.id = r.product_id
  where r.id = any (array(select private.find_review_ids(query)))
  order by r.created_at desc, r.id
$$;
comment on function public.search_reviews(text) is
  'The newest 200 reviews, each with its product, whose title, text, author or product (name, reference) contains every word of the query, which must have at least two letters. The API''s filters, order and range apply on top.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function private.validate_review_token(text), private.mark_review_token_used(text)
  to anon, authenticated, service_role;
grant execute on function private.is_review_requested(uuid, uuid, text) to anon, authenticated;
grant execute on function private.product_review_emails() to authenticated, service_role;
revoke execute on function public.validate_review_token(text), public.mark_review_token_used(text) from public;
grant execute on function public.validate_review_token(text), public.mark_review_token_used(text)
  to anon, authenticated, service_role;
revoke execute on function
  private.review_search_text(text, text, text), private.find_review_ids(text), public.search_reviews(text)
  from public, anon;
-- Writing a row evaluates its index expression as the writing role, and visitors write reviews.
grant execute on function private.review_search_text(text, text, text) to anon, authenticated, service_role;
grant execute on function private.find_review_ids(text), public.search_reviews(text) to authenticated, service_role;

revoke all on public.review_requests, public.product_reviews, public.review_votes, public.product_review_emails
  from anon, authenticated;
grant select (id, order_id, product_id, customer_email, expires_at, sent_at, used_at, created_at)
  on public.review_requests to authenticated;
grant
  select (id, product_id, rating, title, comment, name, is_verified, is_published, helpful_count, user_id, order_id,
    created_at),
  insert (product_id, rating, title, comment, name, email, user_id, order_id)
  on public.product_reviews to anon, authenticated;
grant update (is_published), delete on public.product_reviews to authenticated;
grant insert (review_id, device_id, user_id) on public.review_votes to anon;
grant select, insert (review_id, user_id) on public.review_votes to authenticated;
grant select on public.product_review_emails to authenticated;

alter table public.review_requests enable row level security;
create policy "Administrators read the review requests" on public.review_requests
  for select to authenticated using ((select private.is_admin()));

alter table public.product_reviews enable row level security;
create policy "Visitors read published reviews" on public.product_reviews
  for select to anon using (is_published);
create policy "Customers read published reviews and their own" on public.product_reviews
  for select to authenticated
  using (is_published or user_id = (select auth.uid()) or (select private.is_admin()));
create policy "Visitors write the reviews they were asked for" on public.product_reviews
  for insert to anon
  with check (user_id is null and not is_published and private.is_review_requested(product_id, order_id, email));
create policy "Customers write reviews in their own name" on public.product_reviews
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Administrators publish and unpublish reviews" on public.product_reviews
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete reviews" on public.product_reviews
  for delete to authenticated using ((select private.is_admin()));

alter table public.review_votes enable row level security;
create policy "Customers read their own votes" on public.review_votes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Visitors vote for published reviews with their device" on public.review_votes
  for insert to anon
  with check (
    user_id is null and exists (select from public.product_reviews r where r.id = review_id and r.is_published)
  );
create policy "Customers vote for published reviews in their own name" on public.review_votes
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.product_reviews r where r.id = review_id and r.is_published)
  );
