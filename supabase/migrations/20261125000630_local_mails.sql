-- Local mails: without a mail server a mail is written as a file on the shop's machine. It counts as sent, so that
-- nothing tries again, but nobody received it, and the screens say so.

alter table public.mails add column is_local boolean not null default false;
comment on column public.mails.is_local is
  'Whether the mail was written as a file on the shop''s machine, because no mail server is configured, and left for nobody.';
grant select (is_local) on public.mails to authenticated;

-- As before, with the new column.
drop function public.search_mails(text);
create function public.search_mails(query text) returns table (
  subject_id uuid, kind public.mail_kind, recipient text, attempts integer, next_attempt_at timestamptz,
  sent_at timestamptz, failed_at timestamptz, last_error text, created_at timestamptz, is_local boolean
)
language sql stable rows 50 set search_path = '' as $$
  select m.subject_id, m.kind, m.recipient, m.attempts, m.next_attempt_at, m.sent_at, m.failed_at, m.last_error,
    m.created_at, m.is_local
  from public.mails m
  where m.subject_id = any (array(select private.find_mail_subject_ids(query)))
  order by m.created_at desc, m.subject_id, m.kind
$$;
comment on function public.search_mails(text) is
  'The mails about the newest 200 subjects with a mail to an address that contains every word of the query and begins with one of them, without the payload. The query must have at least two letters. The API''s filters, order and range apply on top.';
revoke execute on function public.search_mails(text) from public, anon;
grant execute on function public.search_mails(text) to authenticated, service_role;
