-- Whoever signed in after shopping without an account brought any number of addresses and wished products along: the
-- maximum of addresses looks at insertions only, and that of the wishlist refused the orders together with the list.
-- As many come along as there is room for, the newest first. Wishes that were sent at once did not see each other.

create function private.count_free_places(list text, used bigint) returns bigint
language sql stable set search_path = '' as $$
  -- Null, no limit, is what `limit` takes for all rows.
  select case when private.is_limited() then
    private.get_limit_maximum(list, 'everyone', 'account') - least(used, private.get_limit_maximum(list, 'everyone', 'account'))
  end
$$;
comment on function private.count_free_places(text, bigint) is
  'How many rows an account may add to one of its lists that has so many; null when there is no limit.';
revoke execute on function private.count_free_places(text, bigint) from public;

create or replace function private.take_over_account(former_session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller auth.users;
  former uuid;
begin
  select * into caller from auth.users u where u.id = auth.uid() and not u.is_anonymous;
  select s.user_id into former
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = former_session and u.is_anonymous;
  if caller.id is null or former is null then
    return false;
  end if;
  update public.orders o
  set user_id = caller.id, customer_email = coalesce(o.customer_email, nullif(caller.email, ''))
  where o.user_id = former;
  perform pg_advisory_xact_lock(hashtextextended('customer_addresses.user_id ' || caller.id::text, 0));
  update public.customer_addresses set user_id = caller.id
  where id in (
    select a.id from public.customer_addresses a
    where a.user_id = former and not exists (
      select from public.customer_addresses k
      where k.user_id = caller.id
        and (lower(btrim(k.address)), lower(btrim(k.city)), lower(btrim(k.quarter)), lower(btrim(k.landmark)))
          = (lower(btrim(a.address)), lower(btrim(a.city)), lower(btrim(a.quarter)), lower(btrim(a.landmark)))
    )
    order by a.created_at desc, a.id
    limit private.count_free_places('customer_addresses',
      (select count(*) from public.customer_addresses k where k.user_id = caller.id))
  );
  perform pg_advisory_xact_lock(hashtextextended('wishlist_items.user_id ' || caller.id::text, 0));
  insert into public.wishlist_items (user_id, product_id, created_at)
  select caller.id, w.product_id, w.created_at from public.wishlist_items w
  where w.user_id = former
    and not exists (select from public.wishlist_items k where k.user_id = caller.id and k.product_id = w.product_id)
  order by w.created_at desc, w.product_id
  limit private.count_free_places('wishlist',
    (select count(*) from public.wishlist_items k where k.user_id = caller.id));
  delete from auth.sessions s where s.user_id = former;
  return true;
end
$$;

create or replace function private.limit_wishlist() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  maximum constant bigint := private.get_limit_maximum('wishlist', 'everyone', 'account');
begin
  if not private.is_limited() then
    return null;
  end if;
  -- Concurrent requests of one customer would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('wishlist_items.user_id ' || auth.uid()::text, 0));
  if (select count(*) from public.wishlist_items w where w.user_id = auth.uid()) > maximum then
    perform private.refuse('wishlist', 'everyone', 'account', null,
      format('Une liste de souhaits compte au plus %s produits', maximum));
  end if;
  return null;
end
$$;
