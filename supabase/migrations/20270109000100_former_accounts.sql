-- Whoever has ordered without an account, and then finds that their number or address has one, signs in with it: what
-- they did before follows them. The session of the anonymous account, whose id only its tokens name, shows that it is
-- theirs. See docs/decisions/0091-former-accounts.md.

create function private.take_over_account(former_session uuid) returns boolean
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
  update public.customer_addresses set user_id = caller.id where user_id = former;
  insert into public.wishlist_items (user_id, product_id, created_at)
  select caller.id, w.product_id, w.created_at from public.wishlist_items w where w.user_id = former
  on conflict do nothing;
  delete from auth.sessions s where s.user_id = former;
  return true;
end
$$;
create function public.take_over_account(former_session uuid) returns boolean
language sql set search_path = '' as $$
  select private.take_over_account(former_session)
$$;
comment on function public.take_over_account(uuid) is
  'Gives the caller the orders, addresses and wishlist of the anonymous account of a session, which ends; whether there was one.';

revoke execute on function private.take_over_account(uuid) from public;
revoke execute on function public.take_over_account(uuid) from public, anon;
grant execute on function private.take_over_account(uuid), public.take_over_account(uuid)
  to authenticated, service_role;
