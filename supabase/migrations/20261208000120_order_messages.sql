-- What a customer is told of an order on its way, by mail or by text message. See docs/decisions/0063-tracking-and-messages.md.

-- The kinds of mails are read and not repeated, so that this migration keeps those of others.
do $$
declare
  kinds constant text := (
    select string_agg(quote_literal(k.kind[1]), ', ' order by k.position)
    from pg_constraint c
    cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as k (kind, position)
    where c.conname = 'mail_kind_known'
  );
begin
  alter domain public.mail_kind drop constraint mail_kind_known;
  execute format(
    'alter domain public.mail_kind add constraint mail_kind_known check (value in (%s, ''order_step'', ''order_text''))',
    kinds
  );
end
$$;
comment on domain public.mail_kind is 'The kind of a mail, or of a text message (order_text).';
comment on table public.mails is
  'The outbox, one row for each mail and each text message: pending, sent or failed.';
comment on column public.mails.subject_id is
  'The order, the event of an order, the message or the stock alert that the mail is about; a random id for a mail about an account. No foreign key: the mail stays on record when its subject is deleted.';
comment on column public.mails.recipient is
  'An e-mail address; of a text message a telephone number, in international digits.';

alter table public.order_settings add column sends_texts boolean not null default false;
comment on column public.order_settings.sends_texts is
  'Whether a provider of text messages is configured. Written by the process that sends them, when it starts; without one the desk writes by WhatsApp.';

create table private.told_steps (
  step public.order_event_kind primary key,
  by_mail boolean not null,
  by_text boolean not null
);
comment on table private.told_steps is
  'The steps of an order that its customer is told: those with an e-mail address by mail, the others by text message. The statuses and changes have mails of their own; the text about a confirmed order is the first, because by then the number has been called.';
insert into private.told_steps (step, by_mail, by_text) values
  ('confirmed', false, true),
  ('on_road', true, true),
  ('absent', true, true),
  ('changed', false, true),
  ('cancelled', false, true);
alter table private.told_steps enable row level security;
create policy "Nobody reads the told steps directly" on private.told_steps
  for select to authenticated using (false);

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('order_texts', 'everyone', 'phone', 10, 86400, 'SMS à un client sur ses commandes')
on conflict do nothing;

create function private.get_text_number(phone text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  digits constant text := regexp_replace(regexp_replace(phone, '[^0-9+]+', '', 'g'), '^(\+|00)', '');
begin
  return case
    when digits ~ '^[0-9]{8}$' then '226' || digits
    when digits ~ '^[1-9][0-9]{9,14}$' then digits
  end;
end
$$;
comment on function private.get_text_number(text) is
  'A telephone number in international digits, those of Burkina Faso when it has eight; null when it is none.';

create function private.enqueue_order_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- A call that confirms an order is the confirmation.
  told constant public.order_event_kind := case
    when new.kind = 'called' and new.data ->> 'outcome' = 'confirmed' then 'confirmed' else new.kind end;
  target record;
begin
  select o.id, o.stage, o.user_id, o.customer_email, private.get_text_number(o.customer_phone) as number,
    t.by_mail, t.by_text, s.sends_texts
  into target
  from public.orders o
  join private.told_steps t on t.step = told
  cross join public.order_settings s
  -- When the transaction ends, the order's stage says whether the event is still news.
  where o.id = new.order_id
    and o.stage = case told when 'absent' then 'prepared' when 'changed' then o.stage else told::text end;
  if not found then
    return null;
  end if;
  if target.customer_email is not null then
    if target.by_mail and (
      exists (
        select from private.order_audiences a
        where a.id = target.user_id and a.email = target.customer_email and (a.is_email_proven or a.audience = 'trusted')
      )
      or private.may_send_letter(target.customer_email)
    ) then
      insert into public.mails (subject_id, kind, recipient) values (new.id, 'order_step', target.customer_email)
      on conflict (subject_id, kind) do nothing;
      perform pg_notify('mails', '');
    end if;
  elsif target.by_text and target.sends_texts and target.number is not null
    and private.try_limit('order_texts', 'everyone', 'phone', private.get_phone_key(target.number)) is null
  then
    insert into public.mails (subject_id, kind, recipient) values (new.id, 'order_text', target.number)
    on conflict (subject_id, kind) do nothing;
    perform pg_notify('mails', '');
  end if;
  return null;
end
$$;
comment on function private.enqueue_order_step() is
  'Queues what private.told_steps says about an event. When the transaction ends, because the order follows from its event.';
create constraint trigger order_events_tell_customer after insert on public.order_events
  deferrable initially deferred for each row
  when (new.conflict is null and new.kind in ('called', 'confirmed', 'on_road', 'absent', 'changed', 'cancelled')
    and (new.data ->> 'by') is distinct from 'customer')
  execute function private.enqueue_order_step();

revoke execute on all functions in schema private from public;
