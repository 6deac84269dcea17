-- Spellings: one mailbox has many addresses, and one link many ways to be written. Limits count the mailbox, and names
-- carry no link in any alphabet. A letter tells the owner of an address that a stranger's access was removed.

create or replace function private.get_recipient_key(email text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  address constant text := regexp_replace(lower(email), '\+[^@]*@', '@');
begin
  if address !~ '@g(oogle)?mail\.com$' then
    return address;
  end if;
  return replace(split_part(address, '@', 1), '.', '') || '@gmail.com';
end
$$;
comment on function private.get_recipient_key(text) is
  'What the spellings of one mailbox have in common: lower case, without the suffix that begins with a plus, and without the dots that Gmail ignores. The same rule as getMailbox of backend/auth/email-address.ts.';

create or replace function private.contains_link(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Dots and letters of other alphabets make a link in a mail program too (\u2024 and the others are dots). A letter
  -- before the dot is an initial (M.Sawadogo).
  return value ~* ('://|www[.\u2024\u3002\ufe12\ufe52\uff0e\uff61]|[@\ufe6b\uff20]'
    || '|[[:alnum:]\u00c0-\u1fff\u2c00-\u2fff\u3040-\ud7ff\uff10-\uff5a-]{2}[.\u2024\u3002\ufe12\ufe52\uff0e\uff61]'
    || '[a-z\u00c0-\u1fff\u2c00-\u2fff\u3040-\ud7ff\uff21-\uff5a]{2,24}(?![[:alnum:]])'
    || '|[.\u2024\u3002\ufe12\ufe52\uff0e\uff61][a-z\u00c0-\u1fff\u2c00-\u2fff\u3040-\ud7ff\uff21-\uff5a]{2,24}/');
end
$$;

alter domain public.mail_kind drop constraint mail_kind_known;
alter domain public.mail_kind add constraint mail_kind_known check (
  value in (
    'order_confirmation', 'order_processing', 'order_completed', 'order_cancelled', 'order_notice',
    'review_request', 'technician_message', 'stock_alert', 'admin_invitation',
    'account_confirmation', 'account_invitation', 'account_recovery', 'account_sign_in',
    'account_email_change', 'account_reauthentication', 'account_access_removed'
  )
);
