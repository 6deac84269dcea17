-- «Garder ce lieu» at each order saved the same place again, until ten of it were there.

create function private.skip_known_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Concurrent requests of one customer would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('customer_addresses.user_id ' || new.user_id::text, 0));
  -- A position that was measured since belongs to it.
  update public.customer_addresses a set
    latitude = coalesce(new.latitude, a.latitude), longitude = coalesce(new.longitude, a.longitude)
  where a.user_id = new.user_id
    and (lower(btrim(a.address)), lower(btrim(a.city)), lower(btrim(a.quarter)), lower(btrim(a.landmark)))
      = (lower(btrim(new.address)), lower(btrim(new.city)), lower(btrim(new.quarter)), lower(btrim(new.landmark)));
  if found then
    return null;
  end if;
  return new;
end
$$;
comment on function private.skip_known_address() is 'Saves a place of a customer once.';
revoke execute on function private.skip_known_address() from public;
create trigger customer_addresses_skip_known before insert on public.customer_addresses
  for each row execute function private.skip_known_address();
