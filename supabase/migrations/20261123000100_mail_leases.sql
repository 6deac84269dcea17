-- Leases of the mail outbox, and its order by urgency. A sender renews the short lease of a mail while it is
-- sending it, so the mail of a dead sender is taken over soon, and that of a slow one is not.

alter table public.mails add column lease_id uuid, add column leased_until timestamptz;
comment on column public.mails.lease_id is
  'The claim of the sender that holds the mail; null while nobody does. Only the holder records a failure.';
comment on column public.mails.leased_until is
  'When the lease ends unless its sender renews it. No other sender claims the mail before, whoever sets next_attempt_at.';
comment on column public.mails.next_attempt_at is
  'When the next attempt is due. A claim sets it to the end of its lease, when the mail is due again if its sender dies.';

-- The expression is that of the claim (claimDueMail in jobs/mail/outbox.ts). It is written out, because a function
-- would be called for the mail of every order.
drop index public.mails_due_idx;
create index mails_due_idx on public.mails (
  (case when starts_with(kind, 'account_') then 1 when starts_with(kind, 'order_') then 2 else 3 end),
  next_attempt_at
) where sent_at is null and failed_at is null;
