-- The mails that the shop owes: written down in the transaction of what they tell, so that none is lost and none
-- tells what never happened. A sender (backend/mail) takes them out, again and again until each has left. The
-- confirmation of an order is written by place_order; the other two kinds below.

-- A domain and not a check constraint, which would double what its mail costs an order: each statement makes a
-- constraint anew from its stored form, while a domain's is kept by the session.
create domain public.mail_kind as text
  constraint mail_kind_known check (value in ('order_confirmation', 'review_request', 'technician_message'));
comment on domain public.mail_kind is 'What a mail tells.';

create table public.mails (
  -- In this order: what an order's page asks for begins with the order.
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
comment on table public.mails is 'Each mail once: waiting to leave, left, or given up.';
comment on column public.mails.subject_id is
  'The order or the message that the mail is about. No foreign key: the mail stays on record when that is deleted.';
comment on column public.mails.payload is
  'What only this mail may know: the tokens of its links, in clear until it has left, {} from then on. Nobody reads it through the API but the service role.';
comment on column public.mails.next_attempt_at is
  'When it may be taken out. Set ahead while a sender holds it, so that one that dies loses nothing.';
comment on column public.mails.failed_at is
  'When it was given up. Administrators ask for one more attempt by emptying it.';
comment on column public.mails.last_error is 'Why the last attempt failed, without addresses. Null once it has left.';
create index mails_due_idx on public.mails (next_attempt_at) where sent_at is null and failed_at is null;
create index mails_failed_idx on public.mails (failed_at desc) where failed_at is not null;

-- Whoever writes a mail wakes the senders by notifying the channel «mails». An order notifies nothing
-- (docs/decisions/0007), nor does it pay for a trigger that would find that out: its confirmation leaves when a sender
-- looks next.

-- The request for reviews -------------------------------------------------------------------------------------------

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
  -- Locked as the foreign key will, but in the order of their ids, as everyone locks products; one that is being
  -- deleted is left out.
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
  'Asks an order''s customer for a review of each product: stores the requests, and owes one mail with their links once the order is completed. Asking again changes nothing; an order that is unknown, cancelled or of another account is left alone.';

create function public.request_reviews(of_order uuid, by_account uuid default null) returns void
language sql set search_path = '' as $$
  select private.request_reviews(of_order, by_account)
$$;
comment on function public.request_reviews(uuid, uuid) is
  'For the function send-review-request. by_account is the signed-in caller, null for the public key.';

create function private.request_reviews_of_completed_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.request_reviews(new.id, null);
  return null;
end
$$;

-- Whether or not the browser asked when it ordered: its request may have been lost.
create trigger orders_request_reviews after update of status on public.orders
  for each row when (new.status = 'completed' and old.status <> 'completed')
  execute function private.request_reviews_of_completed_order();

-- What visitors write to technicians --------------------------------------------------------------------------------

create function private.forward_message() returns trigger
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
comment on function private.forward_message() is
  'Owes the mail to a technician who has an address. How many messages may come is admit_message''s matter.';

create trigger messages_forward after insert on public.messages
  for each row execute function private.forward_message();

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function private.request_reviews(uuid, uuid) to service_role;
revoke execute on function public.request_reviews(uuid, uuid) from public, anon, authenticated;
grant execute on function public.request_reviews(uuid, uuid) to service_role;

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
