-- Delivery is written by the staff whose role has the right to it, and read by all staff.

create or replace function private.save_delivery_zone(zone jsonb, expected_updated_at timestamptz) returns public.delivery_zones
language plpgsql security definer set search_path = '' as $$
declare
  edited constant uuid := coalesce((zone ->> 'id')::uuid, gen_random_uuid());
  existing public.delivery_zones;
  problems jsonb;
  saved public.delivery_zones;
begin
  perform private.require_right('delivery.write');
  -- One zone is saved at a time: two that name one place would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('delivery_zones', 0));
  select * into existing from public.delivery_zones z where z.id = edited for update;
  if existing.id is null and expected_updated_at is not null then
    raise sqlstate 'PT404' using message = 'Cette zone a été supprimée entre-temps';
  elsif existing.updated_at <> coalesce(expected_updated_at, existing.created_at) then
    raise sqlstate 'PT409' using message = 'Cette zone a été modifiée entre-temps',
      detail = jsonb_build_object('updated_at', existing.updated_at)::text;
  end if;
  problems := private.validate_delivery_zone(edited, zone);
  if problems <> '[]' then
    raise exception using errcode = 'YA007', message = problems -> 0 ->> 'message',
      detail = jsonb_build_object('problems', problems)::text;
  end if;
  insert into public.delivery_zones as z (id, name, position, is_active, free_from, bulky_fee, delay_hours, days)
  values (
    edited, btrim(zone ->> 'name'),
    coalesce((zone ->> 'position')::integer, existing.position, (select max(o.position) + 1 from public.delivery_zones o), 0),
    coalesce((zone ->> 'is_active')::boolean, existing.is_active, true),
    (zone ->> 'free_from')::integer, (zone ->> 'bulky_fee')::integer, (zone ->> 'delay_hours')::integer,
    array(select d::smallint from jsonb_array_elements_text(zone -> 'days') d group by d order by d)
  )
  on conflict (id) do update set
    name = excluded.name, position = excluded.position, is_active = excluded.is_active, free_from = excluded.free_from,
    bulky_fee = excluded.bulky_fee, delay_hours = excluded.delay_hours, days = excluded.days
  returning * into saved;
  -- Only what changes is written, because the audit log names each place and fee.
  delete from public.delivery_places p
  where p.zone_id = saved.id and (p.town, p.quarter) not in (
    select btrim(n ->> 'town'), btrim(coalesce(n ->> 'quarter', '')) from jsonb_array_elements(zone -> 'places') n
  );
  insert into public.delivery_places (zone_id, town, quarter)
  select saved.id, btrim(n ->> 'town'), btrim(coalesce(n ->> 'quarter', '')) from jsonb_array_elements(zone -> 'places') n
  on conflict (town_key, quarter_key) do nothing;
  delete from public.delivery_fees f
  where f.zone_id = saved.id and not exists (
    select from jsonb_array_elements(zone -> 'fees') n where (n ->> 'up_to_grams')::integer is not distinct from f.up_to_grams
  );
  insert into public.delivery_fees as f (zone_id, up_to_grams, fee)
  select saved.id, (n ->> 'up_to_grams')::integer, (n ->> 'fee')::integer from jsonb_array_elements(zone -> 'fees') n
  on conflict (zone_id, up_to_grams) do update set fee = excluded.fee where f.fee <> excluded.fee;
  return saved;
end
$$;

alter policy "Administrators read delivery zones" on public.delivery_zones
  using ((select private.get_staff_role()) is not null);
alter policy "Administrators read the places of delivery zones" on public.delivery_places
  using ((select private.get_staff_role()) is not null);
alter policy "Administrators read the fees of delivery zones" on public.delivery_fees
  using ((select private.get_staff_role()) is not null);
alter policy "Everyone reads active pick-up points and administrators read all" on public.pickup_points
  using (is_active or (select private.get_staff_role()) is not null);
alter policy "Administrators delete delivery zones" on public.delivery_zones
  using ((select private.has_right('delivery.write')));
alter policy "Administrators add pick-up points" on public.pickup_points
  with check ((select private.has_right('delivery.write')));
alter policy "Administrators update pick-up points" on public.pickup_points
  using ((select private.has_right('delivery.write'))) with check ((select private.has_right('delivery.write')));
alter policy "Administrators delete pick-up points" on public.pickup_points
  using ((select private.has_right('delivery.write')));

revoke execute on all functions in schema private from public;
