-- A product that is not sold any more cost a customer with a price list one franc instead of nothing: its line had no name,
-- and a change of their order failed with an error of Postgres.

do $$
declare
  definition text := pg_get_functiondef('private.compute_staff_lines(uuid, jsonb, integer, uuid)'::regprocedure);
begin
  if (select count(*) from regexp_matches(definition, 'l\.unit_price is null', 'g')) <> 3 then
    raise exception 'private.compute_staff_lines is not as expected';
  end if;
  execute replace(definition, 'l.unit_price is null', 'l.name is null');
end
$$;
