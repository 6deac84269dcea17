-- Customers who have only a telephone number: anonymous accounts. See docs/decisions/0062-customers-with-only-a-number.md.

create function private.has_anonymous_account() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'is_anonymous', 'false') = 'true';
end
$$;
comment on function private.has_anonymous_account() is
  'Whether the caller has an anonymous account: a session without an address, a number or a provider that is theirs.';

-- Such accounts cost nothing, so that only a received order tells a customer from a visitor.
alter policy "Customers write reviews in their own name" on public.product_reviews with check (
  author_id = (select auth.uid()) and (is_verified or not (select private.has_anonymous_account()))
);

create function private.reject_anonymous_staff() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.users u where u.id = new.id and u.is_anonymous) then
    raise exception using errcode = 'YA009', message = 'Un compte sans adresse e-mail ne peut pas administrer la boutique';
  end if;
  return new;
end
$$;
create trigger admin_users_reject_anonymous before insert or update of id on public.admin_users
  for each row execute function private.reject_anonymous_staff();

create or replace view private.order_audiences with (security_invoker = on) as
select
  u.id,
  u.email,
  e.is_proven as is_email_proven,
  case
    when p.is_trusted then 'trusted'
    when e.is_proven or u.confirmation_sent_at <= u.phone_confirmed_at or u.phone_change_sent_at <= u.phone_confirmed_at
      or private.has_received_order(u.id) then 'customer'
    else 'unproven'
  end as audience
from auth.users u
left join public.profiles p on p.id = u.id
cross join lateral (
  select u.email_confirmed_at is not null
    and (u.confirmation_sent_at is not null and u.confirmation_sent_at <= u.email_confirmed_at
      or private.is_address_vouched_for(u.id, u.email::text)) as is_proven
) e;

-- The list of a customer's orders is that of their address.
create function private.keep_orders_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set customer_email = new.email where user_id = new.id and customer_email is null;
  return null;
end
$$;
create trigger users_keep_orders after update of email on auth.users
  for each row when (coalesce(old.email, '') = '' and new.email <> '')
  execute function private.keep_orders_of_account();

create function private.claim_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  caller auth.users;
  phone_key text;
  claimed integer;
begin
  select * into caller from auth.users u
  where u.id = auth.uid() and not u.is_anonymous
    and (
      u.phone_change_sent_at <= u.phone_confirmed_at
      -- What was sent at the sign-up went to the address of an account that had one first.
      or u.confirmation_sent_at <= u.phone_confirmed_at and (u.phone_confirmed_at <= u.email_confirmed_at) is not false
    );
  phone_key := private.get_phone_key(caller.phone);
  if char_length(phone_key) = 8 is not true then
    return 0;
  end if;
  update public.orders o
  set user_id = caller.id, customer_email = coalesce(o.customer_email, nullif(caller.email, ''))
  from auth.users a
  where a.id = o.user_id and a.is_anonymous and private.get_text_number(o.customer_phone) = caller.phone
    -- The same eight digits are another number in another country. Each stage has its index.
    and o.id in (
      select id from public.orders where stage = 'to_confirm' and private.get_phone_key(customer_phone) = phone_key
      union all
      select id from public.orders where stage = 'confirmed' and private.get_phone_key(customer_phone) = phone_key
      union all
      select id from public.orders where stage = 'prepared' and private.get_phone_key(customer_phone) = phone_key
      union all
      select id from public.orders where stage = 'on_road' and private.get_phone_key(customer_phone) = phone_key
    );
  get diagnostics claimed = row_count;
  return claimed;
end
$$;
create function public.claim_orders() returns integer
language sql set search_path = '' as $$
  select private.claim_orders()
$$;
comment on function public.claim_orders() is
  'Gives the caller, who has proven a telephone number by a code, the open orders that anonymous accounts placed with that number, and returns how many. 0 for whoever has proven none.';

create function private.delete_unused_accounts(max_accounts integer default 200) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  deleted integer;
begin
  delete from auth.users where id in (
    select u.id from auth.users u
    where u.is_anonymous and u.created_at < now() - interval '7 days'
      and not exists (select from public.orders o where o.user_id = u.id)
      and not exists (
        select from auth.sessions s
        where s.user_id = u.id and greatest(s.refreshed_at at time zone 'UTC', s.created_at) > now() - interval '7 days'
      )
    limit max_accounts
    for update skip locked
  );
  get diagnostics deleted = row_count;
  return deleted = max_accounts;
end
$$;
comment on function private.delete_unused_accounts(integer) is
  'Deletes anonymous accounts that have no order and were not used for seven days. True when there may be more.';

revoke execute on all functions in schema private from public;
grant execute on function private.has_anonymous_account() to authenticated, service_role;
grant execute on function private.claim_orders() to authenticated, service_role;
revoke execute on function public.claim_orders() from public, anon;
grant execute on function public.claim_orders() to authenticated, service_role;
