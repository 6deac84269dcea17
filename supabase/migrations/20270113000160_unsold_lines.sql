-- An order that staff type may have lines that are not sold any more, as an old draft has: the refusal names all of them,
-- so that the screen can say which.

do $$
declare
  before constant text := $before$detail = jsonb_build_object('items', jsonb_build_array(items -> problem.ordinal - 1))::text;$before$;
  definition constant text := pg_get_functiondef('private.compute_staff_lines(uuid, jsonb, integer, uuid)'::regprocedure);
begin
  if position(before in definition) = 0 then
    raise exception 'private.compute_staff_lines is not as expected';
  end if;
  execute replace(definition, before,
    $after$detail = jsonb_build_object('items', (
        select jsonb_agg(items -> r.ordinal - 1 order by r.ordinal)
        from jsonb_to_recordset(lines) as r (ordinal integer, name text) where r.name is null
      ))::text;$after$);
end
$$;
