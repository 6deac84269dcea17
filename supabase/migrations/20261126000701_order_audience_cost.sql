-- Who orders, for half of the cost. Postgres sets up the subqueries of a statement whether or not they run: for most
-- customers the first condition decides, so the others are in functions, which cost nothing until they are called.
-- See docs/decisions/0052-cost-of-an-order.md.

create function private.is_address_vouched_for(account uuid, address text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.identities i
    where i.user_id = account and i.provider not in ('email', 'phone') and i.identity_data ->> 'email' = address
  );
end
$$;
comment on function private.is_address_vouched_for(uuid, text) is
  'Whether a provider vouches for the address of an account that signs in there.';

create function private.has_received_order(customer uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.orders o where o.user_id = customer and o.status = 'completed');
end
$$;
comment on function private.has_received_order(uuid) is 'Whether an order of the customer is completed.';

create or replace view private.order_audiences with (security_invoker = on) as
  select
    u.id,
    u.email,
    e.is_proven as is_email_proven,
    case
      when p.is_trusted then 'trusted'
      when e.is_proven or u.confirmation_sent_at <= u.phone_confirmed_at or private.has_received_order(u.id)
        then 'customer'
      else 'unproven'
    end as audience
  from auth.users u
  left join public.profiles p on p.id = u.id
  -- Where the shop confirms addresses by itself, email_confirmed_at says nothing: it is set with the account, and no
  -- letter was sent.
  cross join lateral (
    select u.email_confirmed_at is not null and (
      u.confirmation_sent_at is not null and u.confirmation_sent_at <= u.email_confirmed_at
      or private.is_address_vouched_for(u.id, u.email)
    ) as is_proven
  ) e;

-- The policies of orders ask for the second factor at each order and each list. A function in SQL costs twice as much.
create or replace function private.has_second_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified');
end
$$;

create or replace function private.lacks_second_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal1' and private.has_second_factor();
end
$$;

revoke execute on all functions in schema private from public;
