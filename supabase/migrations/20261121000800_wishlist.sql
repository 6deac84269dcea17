-- Wishlist: the wishlists of signed-in customers. A visitor's wishlist is stored in the browser and merged
-- here at sign-in.

create table public.wishlist_items (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
comment on table public.wishlist_items is 'The products on each customer''s wishlist.';
create index wishlist_items_product_id_idx on public.wishlist_items (product_id);
create index wishlist_items_created_at_idx on public.wishlist_items (user_id, created_at desc);

revoke all on public.wishlist_items from anon, authenticated;
grant select, insert (user_id, product_id), delete on public.wishlist_items to authenticated;

alter table public.wishlist_items enable row level security;
create policy "Customers read their own wishlist" on public.wishlist_items
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Customers add to their own wishlist" on public.wishlist_items
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Customers remove from their own wishlist" on public.wishlist_items
  for delete to authenticated using (user_id = (select auth.uid()));

create function public.add_to_wishlist(product_ids uuid[]) returns setof uuid
language sql set search_path = '' as $$
  -- The foreign key locks the products, hence the id order, as everywhere.
  insert into public.wishlist_items (product_id)
  select id from public.products where id = any (product_ids) order by id
  on conflict do nothing;
  select product_id from public.wishlist_items
  where user_id = (select auth.uid()) and product_id = any (product_ids)
$$;
comment on function public.add_to_wishlist(uuid[]) is
  'Adds products to the caller''s wishlist and returns those of them that are on it now. Products that no longer exist are left out, so that an outdated list can still be merged.';
revoke execute on function public.add_to_wishlist(uuid[]) from public, anon;
grant execute on function public.add_to_wishlist(uuid[]) to authenticated;
