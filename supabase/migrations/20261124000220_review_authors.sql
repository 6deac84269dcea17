-- Reviews do not say who wrote them, nor of which order: the author's account and the purchase are in columns that
-- nobody reads through the API. The documented columns user_id and order_id remain, filled only while the review is
-- not published, when only its author and administrators see it. A review is verified by the token of a review link, or
-- by the session of the buyer. See docs/decisions/0042-authors-of-reviews.md.

alter table public.product_reviews rename column user_id to author_id;
alter table public.product_reviews rename column order_id to purchase_id;
alter table public.product_reviews
  add column user_id uuid,
  add column order_id uuid;
comment on column public.product_reviews.author_id is 'The account of the author. Not readable through the API.';
comment on column public.product_reviews.purchase_id is
  'The order that the author reviews. Not readable through the API.';
comment on column public.product_reviews.user_id is
  'What a client sends as the author; author_id until the review is published, null from then on.';
comment on column public.product_reviews.order_id is
  'What a client sends as the order; purchase_id until the review is published, null from then on.';

revoke select (author_id, purchase_id), insert (author_id, purchase_id) on public.product_reviews
  from anon, authenticated;
grant
  select (user_id, order_id), insert (user_id, order_id) on public.product_reviews
  to anon, authenticated;

-- Whoever knows an order's id and its customer's address may send one review that is not verified. It must not take
-- the place of the one that the customer writes.
drop index public.product_reviews_one_for_each_purchase_idx;
create unique index product_reviews_one_for_each_purchase_idx
  on public.product_reviews (purchase_id, product_id, is_verified);

create function private.set_review_identity() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.user_id := case when not new.is_published then new.author_id end;
  new.order_id := case when not new.is_published then new.purchase_id end;
  return new;
end
$$;
comment on function private.set_review_identity() is
  'Shows the author and the order of a review only while it is not published.';
revoke execute on function private.set_review_identity() from public;
create trigger product_reviews_set_identity
  before update of is_published, author_id, purchase_id, user_id, order_id on public.product_reviews
  for each row execute function private.set_review_identity();
update public.product_reviews set is_published = is_published;

create or replace function private.prepare_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  -- The documented body of the request has no place for it.
  request_token constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-review-token';
begin
  new.author_id := coalesce(new.author_id, new.user_id);
  new.purchase_id := coalesce(new.purchase_id, new.order_id);
  if private.is_limited() then
    new.name := btrim(new.name);
    new.title := nullif(btrim(new.title), '');
    perform private.reject_link_in_name(new.name);
    if caller is null then
      new.is_verified := exists (
        select from public.review_requests r join public.orders o on o.id = r.order_id
        where r.token_hash = sha256(convert_to(request_token, 'UTF8')) and r.used_at is null and r.expires_at > now()
          and r.product_id = new.product_id and r.order_id = new.purchase_id and o.status = 'completed'
      );
    else
      new.author_id := coalesce(new.author_id, caller);
      new.purchase_id := (
        select o.id
        from public.orders o
        join public.order_items i on i.order_id = o.id
        where o.user_id = caller and o.status = 'completed' and i.product_id = new.product_id
          and not exists (
            select from public.product_reviews r
            where r.purchase_id = o.id and r.product_id = new.product_id and r.is_verified
          )
        order by o.id = new.order_id desc, o.created_at desc
        limit 1
      );
      new.is_verified := new.purchase_id is not null;
      new.is_published := new.is_verified;
    end if;
    perform private.take_visitor_limits('reviews');
  end if;
  new.user_id := case when not new.is_published then new.author_id end;
  new.order_id := case when not new.is_published then new.purchase_id end;
  return new;
end
$$;
comment on function private.prepare_review() is
  'A review by a customer who received the product is verified and published at once, once for each purchase; one with the token of a review link (the header x-review-token) is verified. Reviews that the service enters are stored as they are.';
