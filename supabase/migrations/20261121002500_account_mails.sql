-- The mails about accounts (confirm an address, sign in by a link, a new password…), in the same outbox as all others.
-- A hosted Supabase sends its own; here the auth service owes them, in the transaction that makes their codes.

alter domain public.mail_kind drop constraint mail_kind_known;
alter domain public.mail_kind add constraint mail_kind_known check (
  value in (
    'order_confirmation', 'review_request', 'technician_message',
    'account_confirmation', 'account_invitation', 'account_recovery', 'account_sign_in',
    'account_email_change', 'account_reauthentication'
  )
);

comment on column public.mails.subject_id is
  'The order or the message that the mail is about; a number of its own for a mail about an account. No foreign key: the mail stays on record when that is deleted.';

create function private.owe_account_mail(kind text, recipient text, payload jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.mails (subject_id, kind, recipient, payload)
  values (gen_random_uuid(), 'account_' || kind, recipient, payload);
  select pg_notify('mails', '')
$$;
comment on function private.owe_account_mail(text, text, jsonb) is
  'For the auth service: kind without account_, payload with the code and the link of the mail.';

revoke execute on function private.owe_account_mail(text, text, jsonb) from public;
grant usage on schema private to supabase_auth_admin;
grant execute on function private.owe_account_mail(text, text, jsonb) to supabase_auth_admin;
