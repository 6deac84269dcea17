-- A number that an account has proven once may be somebody else's by now, and whoever had it before could ask for that
-- person's orders, address and all, at any time. Only a code of this hour claims orders. The orders that staff entered
-- without an account are the number's, too: the shop has called it, and sent its messages there.
-- See docs/decisions/0062-customers-with-only-a-number.md.

create or replace function private.claim_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  caller auth.users;
  phone_key text;
  claimed integer;
begin
  select * into caller from auth.users u
  where u.id = auth.uid() and not u.is_anonymous
    and u.phone_confirmed_at > now() - interval '1 hour'
    and (
      u.phone_change_sent_at <= u.phone_confirmed_at
      -- What was sent before the account's address was confirmed went to that address.
      or u.confirmation_sent_at <= u.phone_confirmed_at
        and (u.phone_confirmed_at <= u.email_confirmed_at or u.email_confirmed_at <= u.confirmation_sent_at) is not false
    );
  phone_key := private.get_phone_key(caller.phone);
  if char_length(phone_key) = 8 is not true then
    return 0;
  end if;
  update public.orders o
  set user_id = caller.id, customer_email = coalesce(o.customer_email, nullif(caller.email, ''))
  where private.get_text_number(o.customer_phone) = caller.phone
    -- What has been open for longer may be that of whoever had the number before.
    and o.created_at > now() - interval '60 days'
    and (o.user_id is null and o.source <> 'web' or private.is_anonymous_account(o.user_id))
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
comment on function public.claim_orders() is
  'Gives the caller, who has proven a telephone number by a code within the last hour, the open orders of the last 60 days that anonymous accounts or staff without an account placed with that number, and returns how many. 0 for whoever has proven none.';
