-- Mails: the mail outbox. Each mail is queued in the transaction of the event that it reports, so that no
-- mail is lost and none reports an event that was rolled back. A sender (jobs/mail) retries each mail
-- until it has been sent. place_order queues the confirmation of an order; the other kinds are queued below.

-- A domain and not a check constraint, which would double the cost of a mail for an order: each statement
-- rebuilds a constraint from its stored form, while that of a domain is cached by the session.
create domain public.mail_kind as text
  constraint mail_kind_known check (
    value in (
      'order_confirmation', 'review_request', 'technician_message',
      'account_confirmation', 'account_invitation', 'account_recovery', 'account_sign_in',
      'account_email_change', 'account_reauthentication'
    )
  );
comment on domain public.mail_kind is 'The kind of a mail.';

create table public.mails (
  -- Subject first, as in the primary key: the page of an order looks its mails up by the order's id.
  subject_id uuid not null,
  kind public.mail_kind not null,
  recipient text not null,
  payload jsonb not null default '{}',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  primary key (subject_id, kind)
);
comment on table public.mails is 'The mail outbox, one row for each mail: pending, sent or failed.';
comment on column public.mails.subject_id is
  'The order or the message that the mail is about; a random id for a mail about an account. No foreign key: the mail stays on record when the order or message is deleted.';
comment on column public.mails.payload is
  'The secrets of the mail: the tokens of its links, in clear until it has been sent, {} from then on. Only the service role reads it through the API.';
comment on column public.mails.next_attempt_at is
  'When the next attempt is due. Set ahead while a sender holds the mail, so that a sender that crashes loses nothing.';
comment on column public.mails.failed_at is
  'When sending was abandoned. Administrators request one more attempt by setting it to null.';
comment on column public.mails.last_error is
  'Why the last attempt failed, without e-mail addresses. Null once the mail has been sent.';
create index mails_due_idx on public.mails (next_attempt_at) where sent_at is null and failed_at is null;
create index mails_created_at_idx on public.mails (created_at desc, subject_id, kind);
create index mails_failed_idx on public.mails (failed_at desc) where failed_at is not null;

-- Functions that queue a mail wake the senders by notifying the channel «mails». An order does not notify
-- (docs/decisions/0007), nor does it pay for a trigger that would check this: its confirmation is sent at a
-- sender's next poll.

-- Review requests ---------------------------------------------------------------------------------------------------

create function private.request_reviews(of_order uuid, by_account uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  products jsonb;
begin
  select * into ordered from public.orders o
  where o.id = of_order and o.status <> 'cancelled' and o.customer_email is not null
    and (by_account is null or o.user_id = by_account);
  if not found then
    return;
  end if;
  -- Locked as the foreign key will lock them, but in id order, as everywhere; a product that is being deleted
  -- is left out.
  insert into public.review_requests (order_id, product_id, customer_email)
  select ordered.id, p.id, ordered.customer_email
  from public.order_items i join public.products p on p.id = i.product_id
  where i.order_id = ordered.id
  order by p.id for key share of p
  on conflict (order_id, product_id) do nothing;
  if ordered.status <> 'completed' then
    return;
  end if;
  select jsonb_agg(
    jsonb_build_object(
      'id', i.product_id, 'name', i.name,
      'token', translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_')
    ) order by i.position
  ) into products
  from public.order_items i where i.order_id = ordered.id and i.product_id is not null;
  if products is null then
    return;
  end if;
  insert into public.mails (subject_id, kind, recipient, payload)
  values (ordered.id, 'review_request', ordered.customer_email, jsonb_build_object('products', products))
  on conflict (subject_id, kind) do nothing;
  if found then
    update public.review_requests r
    set token_hash = sha256(convert_to(p.product ->> 'token', 'UTF8')), expires_at = now() + interval '60 days'
    from jsonb_array_elements(products) as p (product)
    where r.order_id = ordered.id and r.product_id = (p.product ->> 'id')::uuid;
    perform pg_notify('mails', '');
  end if;
end
$$;
comment on function private.request_reviews(uuid, uuid) is
  'Asks an order''s customer for a review of each product: stores the requests and, once the order is completed, queues one mail with their links. Calling it again changes nothing; an order that is unknown, cancelled or of another account is ignored.';

create function public.request_reviews(of_order uuid, by_account uuid default null) returns void
language sql set search_path = '' as $$
  select private.request_reviews(of_order, by_account)
$$;
comment on function public.request_reviews(uuid, uuid) is
  'For the edge function send-review-request. by_account is the signed-in caller, null for the public key.';

create function private.request_reviews_of_completed_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.request_reviews(new.id, null);
  return null;
end
$$;

-- Regardless of the browser's own request at the time of the order, which may have been lost.
create trigger orders_request_reviews after update of status on public.orders
  for each row when (new.status = 'completed' and old.status <> 'completed')
  execute function private.request_reviews_of_completed_order();

-- Mails to technicians ----------------------------------------------------------------------------------------------

create function private.enqueue_technician_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mails (subject_id, kind, recipient)
  select new.id, 'technician_message', c.email
  from public.technician_contacts c
  where c.technician_id = new.technician_id and c.email is not null;
  if found then
    perform pg_notify('mails', '');
  end if;
  return null;
end
$$;
comment on function private.enqueue_technician_mail() is
  'Queues the mail to a technician who has an e-mail address. limit_messages limits how many messages are accepted.';

create trigger messages_enqueue_mail after insert on public.messages
  for each row execute function private.enqueue_technician_mail();

-- Mails about accounts ---------------------------------------------------------------------------------------------

-- The mails about accounts (confirm an address, sign in by a link, a new password…) use the same outbox as
-- all others. A hosted Supabase sends its own; here the auth service queues them, in the transaction that
-- creates their codes.

create function private.enqueue_account_mail(kind text, recipient text, payload jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.mails (subject_id, kind, recipient, payload)
  values (gen_random_uuid(), 'account_' || kind, recipient, payload);
  select pg_notify('mails', '')
$$;
comment on function private.enqueue_account_mail(text, text, jsonb) is
  'For the auth service: kind without account_, payload with the code and the link of the mail.';

-- Search -----------------------------------------------------------------------------------------------------------

-- Administrators find a mail by the beginning of its recipient's address. Every order queues a mail, and a
-- prefix index costs it less than a trigram index of the address.
create index mails_recipient_idx on public.mails (private.normalize_search_text(recipient) text_pattern_ops);

-- Security definer, for the reason given at find_newest_ids.
create function private.find_mail_subject_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.find_newest_ids(
    format(
      '(select subject_id as id, recipient, created_at from public.mails where %s) r',
      (
        -- Without the leading %, because the index finds prefixes.
        select string_agg(format('private.normalize_search_text(recipient) like %L', substr(pattern, 2)), ' or ')
        from unnest(patterns) pattern
      )
    ),
    'private.normalize_search_text(r.recipient)', patterns, 200
  )
  -- An address is one word: the pattern of two letters needs no space before them.
  from (select array_agg('%' || ltrim(p, '% ')) from unnest(private.to_search_patterns(query)) p) as p (patterns)
  where patterns is not null and (select private.may_administer())
$$;
comment on function private.find_mail_subject_ids(text) is
  'The subjects of the newest 200 mails whose recipient''s address contains every word of the query and begins with one of them; no rows for customers.';

create function public.search_mails(query text) returns table (
  subject_id uuid, kind public.mail_kind, recipient text, attempts integer, next_attempt_at timestamptz, sent_at timestamptz,
  failed_at timestamptz, last_error text, created_at timestamptz
)
language sql stable rows 50 set search_path = '' as $$
  select m.subject_id, m.kind, m.recipient, m.attempts, m.next_attempt_at, m.sent_at, m.failed_at, m.last_error, m.created_at
  from public.mails m
  where m.subject_id = any (array(select private.find_mail_subject_ids(query)))
  order by m.created_at desc, m.subject_id, m.kind
$$;
comment on function public.search_mails(text) is
  'The mails about the newest 200 subjects with a mail to an address that contains every word of the query and begins with one of them, without the payload. The query must have at least two letters. The API''s filters, order and range apply on top.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function private.request_reviews(uuid, uuid) to service_role;
revoke execute on function public.request_reviews(uuid, uuid) from public, anon, authenticated;
grant execute on function public.request_reviews(uuid, uuid) to service_role;
grant usage on schema private to supabase_auth_admin;
grant execute on function private.enqueue_account_mail(text, text, jsonb) to supabase_auth_admin;
revoke execute on function private.find_mail_subject_ids(text), public.search_mails(text) from public, anon;
grant execute on function private.find_mail_subject_ids(text), public.search_mails(text) to authenticated, service_role;

revoke all on public.mails from anon, authenticated;
grant
  select (subject_id, kind, recipient, attempts, next_attempt_at, sent_at, failed_at, last_error, created_at),
  update (failed_at, next_attempt_at)
  on public.mails to authenticated;

alter table public.mails enable row level security;
create policy "Administrators read the mails" on public.mails
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators ask for another attempt" on public.mails
  for update to authenticated
  using (sent_at is null and (select private.is_admin())) with check ((select private.is_admin()));
