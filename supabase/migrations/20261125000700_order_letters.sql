-- Order letters: the customer is told when an order is processed, completed or cancelled, and the shop when orders
-- arrive. See docs/decisions/0049-notices-and-team.md.

alter domain public.mail_kind drop constraint mail_kind_known;
alter domain public.mail_kind add constraint mail_kind_known check (
  value in (
    'order_confirmation', 'order_processing', 'order_completed', 'order_cancelled', 'order_notice',
    'review_request', 'technician_message', 'stock_alert', 'admin_invitation',
    'account_confirmation', 'account_invitation', 'account_recovery', 'account_sign_in',
    'account_email_change', 'account_reauthentication'
  )
);

-- To the customer --------------------------------------------------------------------------------------------------

create function private.enqueue_order_status_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_known constant boolean := exists (
    select from private.order_audiences a
    where a.id = new.user_id and a.email = new.customer_email and (a.is_email_proven or a.audience = 'trusted')
  );
begin
  -- The request for reviews says that the order was delivered: a second letter at the same moment says nothing more.
  if new.status = 'completed'
    and exists (select from public.mails m where m.subject_id = new.id and m.kind = 'review_request')
  then
    return null;
  end if;
  if is_known or private.may_send_letter(new.customer_email) then
    insert into public.mails (subject_id, kind, recipient)
    values (new.id, 'order_' || new.status, new.customer_email)
    on conflict (subject_id, kind) do nothing;
    perform pg_notify('mails', '');
  end if;
  return null;
end
$$;
comment on function private.enqueue_order_status_mail() is
  'Queues the mail that tells an order''s new status, unless the request for reviews does. An address that was never proven gets as few of them in a day as of confirmations.';

-- Triggers fire in the order of their names: after orders_request_reviews.
create trigger orders_tell_status after update of status on public.orders
  for each row when (new.status is distinct from old.status and new.customer_email is not null)
  execute function private.enqueue_order_status_mail();

-- To the shop ------------------------------------------------------------------------------------------------------

-- An order does not pay for the notice: a job looks for new orders, by the index of their time.
create table private.order_notice_state (
  only_row boolean primary key default true check (only_row),
  noticed_until timestamptz not null default now(),
  sent_at timestamptz
);
comment on table private.order_notice_state is
  'One row: the orders placed before noticed_until are in a notice, or are older than the notices; sent_at is when the last notice was queued.';
insert into private.order_notice_state default values;

create function private.enqueue_order_notice() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  -- An order is visible some seconds after its time, when its transaction has ended.
  noticed_end constant timestamptz := now() - interval '30 seconds';
  state private.order_notice_state;
begin
  select * into state from private.order_notice_state for update skip locked;
  if state.noticed_until is null or state.noticed_until >= noticed_end
    or state.sent_at > now() - interval '10 minutes'
    or not exists (
      select from public.orders o
      where o.created_at >= state.noticed_until and o.created_at < noticed_end and o.status = 'pending'
    )
  then
    return false;
  end if;
  insert into public.mails (subject_id, kind, recipient, payload)
  select gen_random_uuid(), 'order_notice', s.email,
    jsonb_build_object('from', state.noticed_until, 'until', noticed_end)
  from public.shop_settings s;
  update private.order_notice_state set noticed_until = noticed_end, sent_at = now();
  perform pg_notify('mails', '');
  return true;
end
$$;
comment on function private.enqueue_order_notice() is
  'Queues one mail to the shop about the orders that no notice has named, if there are any; true when it did. At most one in ten minutes: what arrives meanwhile is collected. Called by jobs/mail/order-notices.ts.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke all on private.order_notice_state from anon, authenticated, service_role;
alter table private.order_notice_state enable row level security;
create policy "Nobody reads the state of the notices" on private.order_notice_state
  for select to authenticated using (false);
revoke execute on all functions in schema private from public;
