-- The owner of an address and the state of a letter are columns that callers cannot write: what they may change is what
-- they may change it to. Two conditions said the same in other words, each of which protected the rows alone.

drop policy "Customers update their own addresses" on public.customer_addresses;
create policy "Customers update their own addresses" on public.customer_addresses for update to authenticated
  using (user_id = (select auth.uid()) and not (select private.lacks_second_factor()));

drop policy "Administrators ask for another attempt" on public.mails;
create policy "Administrators ask for another attempt" on public.mails for update to authenticated
  using (sent_at is null and (select private.is_admin()));
