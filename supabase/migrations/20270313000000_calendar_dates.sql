-- Dates that people write are days of a calendar. Infinity, or a year of five digits, is a date to Postgres and none to a
-- browser: one such row in a list kept everybody's screen from being shown.

update public.brands set updated_at = now() where updated_at not between '0001-01-01' and '9999-12-31';
update public.mails set next_attempt_at = now() where next_attempt_at not between '0001-01-01' and '9999-12-31';
update public.mails set failed_at = now() where failed_at not between '0001-01-01' and '9999-12-31';
update public.messages set read_at = now() where read_at not between '0001-01-01' and '9999-12-31';
update public.orders set delivery_day = null where delivery_day not between '0001-01-01' and '9999-12-31';
update public.promo_codes set starts_at = null where starts_at not between '0001-01-01' and '9999-12-31';
update public.promo_codes set ends_at = null where ends_at not between '0001-01-01' and '9999-12-31';
update public.quotes set read_at = now() where read_at not between '0001-01-01' and '9999-12-31';
update public.receipts set expected_day = null where expected_day not between '0001-01-01' and '9999-12-31';
update public.technician_profiles set verified_at = now() where verified_at not between '0001-01-01' and '9999-12-31';
-- No other value is right for a period; nobody sees one that never begins.
delete from public.sales where starts_at not between '0001-01-01' and '9999-12-31' or ends_at not between '0001-01-01' and '9999-12-31';

alter table public.brands add constraint brands_updated_at_check
  check (updated_at between '0001-01-01' and '9999-12-31');
alter table public.mails add constraint mails_next_attempt_at_check
  check (next_attempt_at between '0001-01-01' and '9999-12-31');
alter table public.mails add constraint mails_failed_at_check
  check (failed_at between '0001-01-01' and '9999-12-31');
alter table public.messages add constraint messages_read_at_check
  check (read_at between '0001-01-01' and '9999-12-31');
alter table public.orders add constraint orders_delivery_day_check
  check (delivery_day between '0001-01-01' and '9999-12-31');
alter table public.promo_codes add constraint promo_codes_starts_at_check
  check (starts_at between '0001-01-01' and '9999-12-31');
alter table public.promo_codes add constraint promo_codes_ends_at_check
  check (ends_at between '0001-01-01' and '9999-12-31');
alter table public.quotes add constraint quotes_read_at_check
  check (read_at between '0001-01-01' and '9999-12-31');
alter table public.receipts add constraint receipts_expected_day_check
  check (expected_day between '0001-01-01' and '9999-12-31');
alter table public.sales add constraint sales_starts_at_check
  check (starts_at between '0001-01-01' and '9999-12-31');
alter table public.sales add constraint sales_ends_at_check
  check (ends_at between '0001-01-01' and '9999-12-31');
alter table public.technician_profiles add constraint technician_profiles_verified_at_check
  check (verified_at between '0001-01-01' and '9999-12-31');
