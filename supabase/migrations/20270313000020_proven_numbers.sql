-- The telephone number of a profile is only typed. Whoever typed somebody else's and asked the shop, from the address of
-- their own account, for a copy of their data got the orders that the other one had placed by telephone.

create or replace function private.find_person(account uuid, contact text) returns private.person
language plpgsql stable security definer set search_path = '' as $$
declare
  address constant text := case when contact like '%@%' then lower(btrim(contact)) end;
  number constant text := case when contact not like '%@%' then private.get_text_number(contact) end;
  accounts uuid[];
  emails text[];
  numbers text[];
begin
  accounts := array(select u.id from auth.users u where u.id = account or lower(u.email) = address or u.phone = number);
  emails := array(
    select lower(u.email) from auth.users u where u.id = any (accounts) and u.email <> ''
    union select address where address is not null
  );
  -- Those that a code has proven, and the one that the team has called back.
  numbers := array(
    select u.phone from auth.users u where u.id = any (accounts) and u.phone <> '' and u.phone_confirmed_at is not null
    union select number where number is not null
  );
  -- An account without an address or a number of its own is that of its orders.
  accounts := array(
    select unnest(accounts)
    union
    select o.user_id from public.orders o join auth.users u on u.id = o.user_id
    where u.is_anonymous and private.get_text_number(o.customer_phone) = any (numbers)
      and private.get_phone_key(o.customer_phone) in (select private.get_phone_key(n) from unnest(numbers) n)
  );
  return (accounts, emails, numbers);
end
$$;
comment on function private.find_person(uuid, text) is
  'The person of an account, of an e-mail address or of a telephone number, with everything that belongs together: for the team, who have made sure of who asks. The number of a profile is not the person''s: nobody has proven it.';
