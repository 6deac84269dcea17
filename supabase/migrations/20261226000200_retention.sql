-- How long the shop keeps what names people, as settings that a job carries out (jobs/retention.ts). See
-- docs/decisions/0081-retention.md.

create table public.retention_settings (
  id boolean primary key default true constraint retention_settings_id_check check (id),
  message_days integer not null default 365
    constraint retention_settings_message_days_check check (message_days between 7 and 3650),
  quote_days integer not null default 365
    constraint retention_settings_quote_days_check check (quote_days between 7 and 3650),
  draft_days integer not null default 90
    constraint retention_settings_draft_days_check check (draft_days between 1 and 3650),
  mail_days integer not null default 365
    constraint retention_settings_mail_days_check check (mail_days between 30 and 3650),
  audit_days integer not null default 1095
    constraint retention_settings_audit_days_check check (audit_days between 90 and 3650),
  unused_account_days integer not null default 7
    constraint retention_settings_unused_account_days_check check (unused_account_days between 1 and 3650),
  order_years integer not null default 10
    constraint retention_settings_order_years_check check (order_years between 1 and 50),
  updated_at timestamptz not null default now()
);
comment on table public.retention_settings is
  'One row: for how long the shop stores what names people. Everyone reads it, because the privacy policy says it.';
comment on column public.retention_settings.message_days is 'Messages to technicians, from the day they were sent.';
comment on column public.retention_settings.quote_days is 'Requests for a quote, with their files.';
comment on column public.retention_settings.draft_days is 'Orders that staff began and did not place, from the last change.';
comment on column public.retention_settings.mail_days is 'Letters and text messages of the outbox, and requests for reviews.';
comment on column public.retention_settings.audit_days is 'The journal.';
comment on column public.retention_settings.unused_account_days is 'Anonymous accounts without an order, from their last use.';
comment on column public.retention_settings.order_years is
  'Orders with their customer, from the day they were placed. Then they stay without the person. The accounting law of the OHADA requires ten years.';
insert into public.retention_settings default values;

alter table public.retention_settings enable row level security;
create policy "Everyone reads how long data is stored" on public.retention_settings
  for select to anon, authenticated using (true);
create policy "Administrators set how long data is stored" on public.retention_settings
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
revoke all on public.retention_settings from anon, authenticated;
grant select on public.retention_settings to anon, authenticated;
grant update (message_days, quote_days, draft_days, mail_days, audit_days, unused_account_days, order_years)
  on public.retention_settings to authenticated;
create trigger retention_settings_set_updated_at before update on public.retention_settings
  for each row execute function private.set_updated_at();
create trigger retention_settings_record after update on public.retention_settings
  for each row execute function private.record_change('Conservation des données');

-- The privacy policy is a page.
create trigger retention_settings_notify_pages after update on public.retention_settings
  for each statement execute function private.notify_page_tag('wrong', 'settings');

create or replace function private.delete_unused_accounts(max_accounts integer default 200) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  kept constant interval := (select make_interval(days => r.unused_account_days) from public.retention_settings r);
  deleted integer;
begin
  delete from auth.users where id in (
    select u.id from auth.users u
    where u.is_anonymous and u.created_at < now() - kept
      and not exists (select from public.orders o where o.user_id = u.id)
      and not exists (
        select from auth.sessions s
        where s.user_id = u.id and greatest(s.refreshed_at at time zone 'UTC', s.created_at) > now() - kept
      )
    limit max_accounts
    for update skip locked
  );
  get diagnostics deleted = row_count;
  return deleted = max_accounts;
end
$$;
comment on function private.delete_unused_accounts(integer) is
  'Deletes anonymous accounts that have no order and were not used for the time of retention_settings. True when there may be more.';

create function private.apply_retention(max_rows integer default 500) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.retention_settings := (select r from public.retention_settings r);
  -- Rows that were erased before carry no number.
  old_orders constant uuid[] := array(
    select o.id from public.orders o
    where o.created_at < now() - make_interval(years => kept.order_years)
      and o.status in ('completed', 'cancelled') and o.customer_phone <> '–'
    order by o.created_at limit max_rows for update skip locked
  );
  counts jsonb := '{}';
  deleted integer;
begin
  perform private.erase_orders(old_orders);
  counts := counts || jsonb_build_object('orders', cardinality(old_orders));

  delete from public.messages where id in (
    select m.id from public.messages m where m.created_at < now() - make_interval(days => kept.message_days) limit max_rows
  );
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('messages', deleted);

  -- The service deletes their files, which no row names then.
  delete from public.quotes where id in (
    select q.id from public.quotes q where q.created_at < now() - make_interval(days => kept.quote_days) limit max_rows
  );
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('quotes', deleted);

  delete from public.order_drafts where id in (
    select d.id from public.order_drafts d where d.updated_at < now() - make_interval(days => kept.draft_days) limit max_rows
  );
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('drafts', deleted);

  -- One that still has to be sent is as old as its last attempt.
  delete from public.mails m using (
    select o.subject_id, o.kind from public.mails o
    where o.created_at < now() - make_interval(days => kept.mail_days)
      and (o.sent_at is not null or o.failed_at is not null)
    limit max_rows
  ) old
  where m.subject_id = old.subject_id and m.kind = old.kind;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('mails', deleted);

  delete from public.review_requests where id in (
    select r.id from public.review_requests r where r.created_at < now() - make_interval(days => kept.mail_days) limit max_rows
  );
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('review_requests', deleted);

  -- A request for one letter ends by itself after a year.
  delete from public.stock_alerts where id in (
    select a.id from public.stock_alerts a where a.created_at < now() - interval '1 year' limit max_rows
  );
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('alerts', deleted);

  perform set_config('yaare.erasing', 'true', true);
  delete from public.audit_log where id in (
    select l.id from public.audit_log l where l.at < now() - make_interval(days => kept.audit_days) order by l.at limit max_rows
  );
  get diagnostics deleted = row_count;
  perform set_config('yaare.erasing', '', true);
  counts := counts || jsonb_build_object('entries', deleted);

  counts := (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(counts) c where c.value <> '0');
  if counts <> '{}' then
    insert into public.audit_log (action, table_name, what, before)
    values ('delete', 'personal_data', 'Fin du délai de conservation', counts);
  end if;
  return exists (select from jsonb_each(counts) c where c.value = to_jsonb(max_rows));
end
$$;
comment on function private.apply_retention(integer) is
  'Deletes what is older than retention_settings, and takes the customer out of orders that are; at most so many rows of each kind. The journal has how many. True when there may be more.';
revoke execute on function private.apply_retention(integer) from public;
