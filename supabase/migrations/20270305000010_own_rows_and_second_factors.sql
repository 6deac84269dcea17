-- Whoever knows the password alone of an account with a second factor opens nothing: neither its lists and requests, nor
-- orders, reviews and photos in its name. And whoever has left the staff reads no runs and no cash any more, of which they
-- were the courier.

alter policy "Customers place their own orders" on public.orders with check (
  user_id = (select auth.uid()) and status = 'pending' and not (select private.lacks_second_factor())
);
alter policy "Customers create their own profile" on public.profiles with check (
  id = (select auth.uid()) and not (select private.lacks_second_factor())
);
alter policy "Customers read their own wishlist" on public.wishlist_items using (
  user_id = (select auth.uid()) and not (select private.lacks_second_factor())
);
alter policy "Customers add to their own wishlist" on public.wishlist_items with check (
  user_id = (select auth.uid()) and not (select private.lacks_second_factor())
);
alter policy "Customers remove from their own wishlist" on public.wishlist_items using (
  user_id = (select auth.uid()) and not (select private.lacks_second_factor())
);
alter policy "Customers read their own request, staff all" on public.price_list_members using (
  (user_id = (select auth.uid()) and not (select private.lacks_second_factor()))
  or (select private.has_right('customers.read'))
);
alter policy "Customers write reviews in their own name" on public.product_reviews with check (
  author_id = (select auth.uid()) and (is_verified or not (select private.has_anonymous_account()))
  and not (select private.lacks_second_factor())
);
alter policy "Customers read published reviews and their own" on public.product_reviews using (
  is_published or (author_id = (select auth.uid()) and not (select private.lacks_second_factor()))
  or (select private.is_admin())
);
alter policy "Customers vote for published reviews in their own name" on public.review_votes with check (
  user_id = (select auth.uid()) and not (select private.lacks_second_factor())
  and exists (select from public.product_reviews r where r.id = review_id and r.is_published)
);
alter policy "Customers read their own votes" on public.review_votes using (
  user_id = (select auth.uid()) and not (select private.lacks_second_factor())
);
alter policy "Whoever opens a return sends its photo" on storage.objects
with check (
  bucket_id = 'return-photos'
  and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp)$'
  and split_part(name, '/', 1) = (select auth.uid())::text and not (select private.lacks_second_factor())
);
alter policy "Staff who read orders see the photos of returns, customers their own" on storage.objects
using (
  bucket_id = 'return-photos' and (
    (select private.has_right('orders.read'))
    or split_part(name, '/', 1) = (select auth.uid())::text and not (select private.lacks_second_factor())
  )
);

alter policy "Staff who read orders read the runs, a courier their own" on public.runs using (
  (select private.has_right('orders.read'))
  or courier_id = (select auth.uid()) and (select private.has_right('runs.drive'))
);
alter policy "Staff who read the cash read its movements, a courier their own" on public.cash_movements using (
  (select private.has_right('cash.read'))
  or courier_id = (select auth.uid()) and (select private.has_right('runs.drive'))
);

create or replace function private.request_price_list(trade text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  typed constant text := btrim(regexp_replace(trade, '\s+', ' ', 'g'));
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'Connectez-vous pour demander ces prix';
  elsif private.lacks_second_factor() then
    raise insufficient_privilege using message = 'Confirmez d''abord votre second facteur';
  elsif char_length(typed) between 2 and 200 is not true then
    perform private.raise_problem('trade', 'Indiquez votre métier en 200 caractères au plus');
  elsif private.contains_link(typed) then
    perform private.raise_problem('trade', 'Un métier ne contient ni adresse ni lien');
  end if;
  perform private.take_limit('price_list_requests', 'everyone', 'account', auth.uid()::text);
  insert into public.price_list_members as m (user_id, state, trade)
  values (auth.uid(), 'requested', typed)
  on conflict (user_id) do update set
    state = 'requested', trade = excluded.trade, requested_at = now(), decided_at = null, decided_by = null, reason = null
  -- Who has the prices keeps them.
  where m.state <> 'granted';
end
$$;

create or replace function private.enter_promo_code(code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found uuid;
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'Connectez-vous pour utiliser un code';
  elsif private.lacks_second_factor() then
    raise insufficient_privilege using message = 'Confirmez d''abord votre second facteur';
  end if;
  select c.id into found from public.promo_codes c
  where c.code = private.normalize_promo_code(enter_promo_code.code) and c.is_active;
  if exists (select from private.entered_promo_codes e where e.user_id = auth.uid() and e.code_id = found) then
    return;
  end if;
  -- Right or wrong, because whoever may go on after a wrong code finds the right one.
  perform private.take_visitor_limits('promo_codes');
  if found is not null then
    insert into private.entered_promo_codes (user_id, code_id) values (auth.uid(), found) on conflict do nothing;
  end if;
end
$$;
