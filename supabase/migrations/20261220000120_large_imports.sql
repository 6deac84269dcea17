-- Imports of up to a million lines: sent in chunks, validated as a whole before anything changes, then applied chunk by
-- chunk, by the browser that confirmed it or else by a job. See docs/decisions/0074-large-imports.md.

create table private.product_imports (
  id uuid primary key,
  file_name public.label not null,
  state text not null default 'checking' check (state in ('checking', 'checked', 'applying', 'done')),
  -- Who sends it, and from the confirmation on who confirmed it.
  actor_id uuid not null,
  actor_name text not null,
  reason public.stock_reason,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table private.product_imports is 'Large imports of products. One at a time is active: it is being sent (checking), waits for its confirmation (checked), or is applied (applying).';
create unique index product_imports_active_key on private.product_imports ((true)) where state <> 'done';
alter table private.product_imports enable row level security;
create policy "Nobody reads imports" on private.product_imports for select to authenticated using (false);

create table private.product_import_chunks (
  import_id uuid references private.product_imports (id) on delete cascade,
  number integer check (number between 1 and 2000),
  create_count integer not null default 0,
  update_count integer not null default 0,
  unchanged_count integer not null default 0,
  error_count integer not null default 0,
  changes_stock boolean not null default false,
  skipped_count integer not null default 0,
  sent_at timestamptz not null default now(),
  applied_at timestamptz,
  primary key (import_id, number)
);
comment on table private.product_import_chunks is 'The parts of a file, each sent, validated and applied at once. A part that is sent again is not validated again. skipped_count: its lines that could not be applied, because the shop changed after the validation.';
alter table private.product_import_chunks enable row level security;
create policy "Nobody reads chunks of imports" on private.product_import_chunks for select to authenticated using (false);

create table private.product_import_lines (
  import_id uuid not null,
  chunk integer not null,
  line private.checked_line not null
);
comment on table private.product_import_lines is 'The validated lines of an import that are not applied yet. Of those that change nothing it has the keys only, for finding two lines of one product. No foreign key: its check would cost each line as much as the line.';
create index product_import_lines_chunk_idx on private.product_import_lines (import_id, chunk);
alter table private.product_import_lines enable row level security;
create policy "Nobody reads lines of imports" on private.product_import_lines for select to authenticated using (false);

create table private.product_import_problems (
  import_id uuid not null,
  chunk integer not null,
  line jsonb not null,
  foreign key (import_id, chunk) references private.product_import_chunks (import_id, number) on delete cascade
);
comment on table private.product_import_problems is 'Invalid lines of an import, and those that could not be applied, as import_products reports a line.';
create index product_import_problems_chunk_idx on private.product_import_problems (import_id, chunk);
alter table private.product_import_problems enable row level security;
create policy "Nobody reads problems of imports" on private.product_import_problems for select to authenticated using (false);

-- Reading -------------------------------------------------------------------------------------------------------------

create function private.describe_product_import(import uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', i.id, 'file_name', i.file_name, 'state', i.state, 'actor_name', i.actor_name, 'is_own', i.actor_id is not distinct from auth.uid()
  ) || c.counts
  from private.product_imports i
  cross join lateral (
    select jsonb_build_object(
      'chunks', count(*), 'applied_chunks', count(c.applied_at),
      'create', coalesce(sum(c.create_count), 0), 'update', coalesce(sum(c.update_count), 0),
      'unchanged', coalesce(sum(c.unchanged_count), 0), 'error', coalesce(sum(c.error_count), 0),
      'applied', coalesce(sum(c.create_count + c.update_count - c.skipped_count) filter (where c.applied_at is not null), 0),
      'skipped', coalesce(sum(c.skipped_count), 0), 'changes_stock', coalesce(bool_or(c.changes_stock), false)
    ) as counts
    from private.product_import_chunks c where c.import_id = i.id
  ) c
  where i.id = import
$$;
revoke all on function private.describe_product_import(uuid) from public;

create function private.get_product_import() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_administrator();
  return private.describe_product_import((
    select i.id from private.product_imports i
    where i.state <> 'done' or i.finished_at > now() - interval '1 day' and i.actor_id = auth.uid()
    order by (i.state <> 'done') desc, i.finished_at desc limit 1
  ));
end
$$;
revoke all on function private.get_product_import() from public;
grant execute on function private.get_product_import() to authenticated, service_role;
create function public.get_product_import() returns jsonb
language sql stable set search_path = '' as $$ select private.get_product_import() $$;
revoke all on function public.get_product_import() from public, anon;
grant execute on function public.get_product_import() to authenticated, service_role;
comment on function public.get_product_import() is 'The large import that is active, else the caller''s latest one of the last day, else null: {id, file_name, state (checking, checked, applying, done), actor_name, is_own, chunks, applied_chunks, create, update, unchanged, error (counts of lines), applied, skipped, changes_stock}.';

create function private.list_product_import_problems(import uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_administrator();
  return coalesce((
    select jsonb_agg(p.line) from (
      select p.line from private.product_import_problems p
      where p.import_id = import order by p.chunk, (p.line ->> 'line')::bigint limit 1000
    ) p
  ), '[]');
end
$$;
revoke all on function private.list_product_import_problems(uuid) from public;
grant execute on function private.list_product_import_problems(uuid) to authenticated, service_role;
create function public.list_product_import_problems(import uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.list_product_import_problems(import) $$;
revoke all on function public.list_product_import_problems(uuid) from public, anon;
grant execute on function public.list_product_import_problems(uuid) to authenticated, service_role;
comment on function public.list_product_import_problems(uuid) is 'The first 1000 lines of a large import that are invalid or could not be applied, as import_products reports them.';

-- Sending -------------------------------------------------------------------------------------------------------------

create function private.delete_product_imports(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.product_import_lines l where l.import_id = any (ids);
  delete from private.product_imports i where i.id = any (ids);
$$;
revoke all on function private.delete_product_imports(uuid[]) from public;
comment on function private.delete_product_imports(uuid[]) is 'Deletes imports with their lines.';

create function private.delete_abandoned_imports() returns void
language sql security definer set search_path = '' as $$
  select private.delete_product_imports(array(
    select i.id from private.product_imports i
    where i.state in ('checking', 'checked') and i.created_at < now() - interval '1 hour' and not exists (
        select from private.product_import_chunks c where c.import_id = i.id and c.sent_at > now() - interval '1 hour'
      )
      or i.finished_at < now() - interval '7 days'
  ))
$$;
revoke all on function private.delete_abandoned_imports() from public;
comment on function private.delete_abandoned_imports() is 'Deletes imports that nobody confirmed within an hour, and what is left of those that ended a week ago.';

create function private.start_product_import(import uuid, file_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  active private.product_imports;
begin
  perform private.require_administrator();
  perform pg_advisory_xact_lock(hashtextextended('private.product_imports', 0));
  if exists (select from private.product_imports i where i.id = import) then
    return private.describe_product_import(import);
  end if;
  perform private.delete_abandoned_imports();
  -- Whoever chooses another file before confirming the first has given that up.
  perform private.delete_product_imports(array(
    select i.id from private.product_imports i where i.state in ('checking', 'checked') and i.actor_id = auth.uid()
  ));
  select * into active from private.product_imports i where i.state <> 'done';
  if active.id is not null then
    perform private.raise_problem('rows', format('Un autre import est en cours : « %s », par %s', active.file_name, active.actor_name));
  end if;
  insert into private.product_imports (id, file_name, actor_id, actor_name)
  select import, left(file_name, 200), u.id, u.name from public.admin_users u where u.id = auth.uid();
  return private.describe_product_import(import);
end
$$;
revoke all on function private.start_product_import(uuid, text) from public;
grant execute on function private.start_product_import(uuid, text) to authenticated, service_role;
create function public.start_product_import(import uuid, file_name text) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' as $$ select private.start_product_import(import, file_name) $$;
revoke all on function public.start_product_import(uuid, text) from public, anon;
grant execute on function public.start_product_import(uuid, text) to authenticated, service_role;
comment on function public.start_product_import(uuid, text) is 'Begins a large import with an id made by the browser; one that the caller has not confirmed is given up. YA007 while another one is active. Returns what get_product_import does.';

create function private.cancel_product_import(import uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_administrator();
  perform private.delete_product_imports(array(
    select i.id from private.product_imports i where i.id = import and i.state in ('checking', 'checked') for update
  ));
end
$$;
revoke all on function private.cancel_product_import(uuid) from public;
grant execute on function private.cancel_product_import(uuid) to authenticated, service_role;
create function public.cancel_product_import(import uuid) returns void
language sql set search_path = '' set statement_timeout = '60s' as $$ select private.cancel_product_import(import) $$;
revoke all on function public.cancel_product_import(uuid) from public, anon;
grant execute on function public.cancel_product_import(uuid) to authenticated, service_role;
comment on function public.cancel_product_import(uuid) is 'Gives up an import that is not confirmed.';

create function private.add_product_import_lines(import uuid, chunk integer, rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  result jsonb;
  lines private.checked_line[];
begin
  perform private.require_administrator();
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 2000 then
    perform private.raise_problem('rows', 'Une partie de fichier compte de 1 à 2000 lignes');
  end if;
  perform from private.product_imports i where i.id = import and i.state = 'checking' for key share;
  if not found then
    perform private.raise_problem('rows', 'Cet import n''existe plus. Choisissez de nouveau le fichier');
  end if;
  insert into private.product_import_chunks (import_id, number) values (import, chunk) on conflict do nothing;
  if found then
    lines := array(select c from private.check_import_rows(rows) c);
    insert into private.product_import_lines (import_id, chunk, line)
    select import, chunk, row(
      l.number, l.id, l.is_new, l.action, null, null, l.sent_reference, l.sent_slug,
      case when l.action in ('create', 'update') then l.changed end, null,
      case when l.action in ('create', 'update') then l."values" end,
      case when l.action in ('create', 'update') then l.variants - 'lines'::text end
    )::private.checked_line
    from unnest(lines) l;
    insert into private.product_import_problems (import_id, chunk, line)
    select import, chunk, r from unnest(lines) l cross join private.report_import_line(l) r
    where (l.problems <> '[]' or l.variants is not null) and r ->> 'action' = 'error';
    update private.product_import_chunks c set
      create_count = n.created, update_count = n.updated, unchanged_count = n.unchanged, error_count = n.failed,
      changes_stock = n.changes_stock
    from (
      select count(*) filter (where l.action = 'create') as created, count(*) filter (where l.action = 'update') as updated,
        count(*) filter (where l.action = 'unchanged') as unchanged, sum(private.count_import_errors(l)) as failed,
        coalesce(bool_or(l.action = 'update' and l.changed && '{stock,variants}'), false) as changes_stock
      from unnest(lines) l
    ) n
    where c.import_id = import and c.number = chunk;
  end if;
  select jsonb_build_object('create', c.create_count, 'update', c.update_count, 'unchanged', c.unchanged_count, 'error', c.error_count)
  into result
  from private.product_import_chunks c where c.import_id = import and c.number = chunk;
  return result;
end
$$;
revoke all on function private.add_product_import_lines(uuid, integer, jsonb) from public;
grant execute on function private.add_product_import_lines(uuid, integer, jsonb) to authenticated, service_role;
create function public.add_product_import_lines(import uuid, chunk integer, rows jsonb) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' as $$ select private.add_product_import_lines(import, chunk, rows) $$;
revoke all on function public.add_product_import_lines(uuid, integer, jsonb) from public, anon;
grant execute on function public.add_product_import_lines(uuid, integer, jsonb) to authenticated, service_role;
comment on function public.add_product_import_lines(uuid, integer, jsonb) is 'Validates a part of a file, 1 to 2000 rows as import_products_with_variants takes them, and stores what it would do; chunk is its number, from 1. A chunk that is sent again is validated once. Returns {create, update, unchanged, error}.';

-- As in check_import_rows, for lines of different chunks: a later line of the same product is invalid.
create function private.complete_product_import(import uuid, chunks integer) returns jsonb
language plpgsql security definer set search_path = '' set work_mem = '64MB' as $$
declare
  found_twice record;
begin
  perform private.require_administrator();
  perform from private.product_imports i where i.id = import and i.state = 'checking' for no key update;
  if not found then
    return private.describe_product_import(import);
  end if;
  if (select count(*) <> chunks or max(c.number) <> chunks from private.product_import_chunks c where c.import_id = import) then
    perform private.raise_problem('rows', 'Une partie du fichier manque. Choisissez de nouveau le fichier');
  end if;
  for found_twice in
    with keyed as materialized (
      select l.ctid as place, l.chunk, (l.line).number, (l.line).id, (l.line).is_new, (l.line).action, (l.line).sent_reference,
        (l.line).sent_slug
      from private.product_import_lines l where l.import_id = import
    ),
    repeated as (
      select k.id::text as key, 'reference' as kind, min(k.number) as first_line from keyed k where not k.is_new group by k.id having count(*) > 1
      union all
      select k.sent_reference, 'reference', min(k.number) from keyed k where k.sent_reference is not null
      group by k.sent_reference having count(*) > 1
      union all
      select k.sent_slug, 'slug', min(k.number) from keyed k where k.sent_slug is not null group by k.sent_slug having count(*) > 1
    ),
    matched as (
      select k.*, r.kind, r.first_line from repeated r join keyed k on k.id::text = r.key where r.kind = 'reference' and not k.is_new
      union all
      select k.*, r.kind, r.first_line from repeated r join keyed k on k.sent_reference = r.key where r.kind = 'reference'
      union all
      select k.*, r.kind, r.first_line from repeated r join keyed k on k.sent_slug = r.key where r.kind = 'slug'
    )
    select distinct on (m.number) m.place, m.chunk, m.number, m.action, m.sent_reference, m.kind, m.first_line,
      coalesce((l.line)."values" ->> 'name', p.name) as name
    from matched m
    join private.product_import_lines l on l.ctid = m.place
    left join public.products p on p.id = m.id
    where m.first_line < m.number and m.action <> 'error'
    order by m.number, m.first_line, m.kind
  loop
    insert into private.product_import_problems (import_id, chunk, line) values (import, found_twice.chunk, jsonb_build_object(
      'line', found_twice.number, 'action', 'error', 'reference', found_twice.sent_reference, 'name', found_twice.name,
      'changed', '[]'::jsonb, 'problems', jsonb_build_array(private.build_problem(
        found_twice.kind, format('Même produit que la ligne %s', found_twice.first_line)))
    ));
    update private.product_import_chunks c set
      create_count = c.create_count - (found_twice.action = 'create')::integer,
      update_count = c.update_count - (found_twice.action = 'update')::integer,
      unchanged_count = c.unchanged_count - (found_twice.action = 'unchanged')::integer,
      error_count = c.error_count + 1
    where c.import_id = import and c.number = found_twice.chunk;
  end loop;
  update private.product_imports i set state = 'checked' where i.id = import;
  return private.describe_product_import(import);
end
$$;
revoke all on function private.complete_product_import(uuid, integer) from public;
grant execute on function private.complete_product_import(uuid, integer) to authenticated, service_role;
create function public.complete_product_import(import uuid, chunks integer) returns jsonb
language sql set search_path = '' set statement_timeout = '120s' as $$ select private.complete_product_import(import, chunks) $$;
revoke all on function public.complete_product_import(uuid, integer) from public, anon;
grant execute on function public.complete_product_import(uuid, integer) to authenticated, service_role;
comment on function public.complete_product_import(uuid, integer) is 'Ends the validation of an import whose chunks have all been sent: finds the lines of one product in different chunks. YA007 when a chunk is missing. Returns what get_product_import does.';

-- Applying ------------------------------------------------------------------------------------------------------------

create function private.confirm_product_import(import uuid, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  described jsonb;
begin
  perform private.require_administrator();
  perform from private.product_imports i where i.id = import for no key update;
  described := private.describe_product_import(import);
  if described ->> 'state' = 'checked' and described -> 'error' = '0' then
    update private.product_imports i set state = 'applying', reason = confirm_product_import.reason, actor_id = u.id, actor_name = u.name
    from public.admin_users u where i.id = import and u.id = auth.uid();
  elsif described is null or described ->> 'state' in ('checking', 'checked') then
    perform private.raise_problem('rows', 'Cet import ne peut pas être confirmé. Choisissez de nouveau le fichier');
  end if;
  return private.describe_product_import(import);
end
$$;
revoke all on function private.confirm_product_import(uuid, text) from public;
grant execute on function private.confirm_product_import(uuid, text) to authenticated, service_role;
create function public.confirm_product_import(import uuid, reason text) returns jsonb
language sql set search_path = '' as $$ select private.confirm_product_import(import, reason) $$;
revoke all on function public.confirm_product_import(uuid, text) from public, anon;
grant execute on function public.confirm_product_import(uuid, text) to authenticated, service_role;
comment on function public.confirm_product_import(uuid, text) is 'Begins to apply a valid import, with the reason of the stocks that it changes; from then on it is applied to its end. Sent again, it changes nothing. Returns what get_product_import does.';

create function private.skip_import_line(import uuid, chunk integer, line private.checked_line, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into private.product_import_problems (import_id, chunk, line) values (import, chunk, jsonb_build_object(
    'line', line.number, 'action', 'error', 'reference', line.sent_reference,
    'name', coalesce(line."values" ->> 'name', (select p.name from public.products p where p.id = line.id)),
    'changed', '[]'::jsonb, 'problems', jsonb_build_array(private.build_problem('rows', reason))
  ))
$$;
revoke all on function private.skip_import_line(uuid, integer, private.checked_line, text) from public;
comment on function private.skip_import_line(uuid, integer, private.checked_line, text) is 'Reports a line that could not be applied.';

create function private.apply_import_lines(import uuid, chunk integer, lines private.checked_line[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  skipped integer := 0;
  line private.checked_line;
  rest private.checked_line[];
begin
  begin
    perform private.apply_import(lines);
    return 0;
  exception when integrity_constraint_violation or data_exception or sqlstate 'YA007' or sqlstate 'PT404' then
    if cardinality(lines) = 1 then
      perform private.skip_import_line(import, chunk, lines[1], sqlerrm);
      return 1;
    end if;
  end;
  -- The shop changed after the validation: the lines that still can be are applied, the others reported.
  foreach line in array lines loop
    skipped := skipped + private.apply_import_lines(import, chunk, array[line]);
  end loop;
  return skipped;
end
$$;
revoke all on function private.apply_import_lines(uuid, integer, private.checked_line[]) from public;
comment on function private.apply_import_lines(uuid, integer, private.checked_line[]) is 'Applies lines together, or, where one fails, one by one. Returns the number of those that failed, which are reported.';

create function private.apply_import_chunk(import uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  running private.product_imports;
  next_chunk integer;
  taken record;
  lines private.checked_line[] := '{}';
  skipped integer := 0;
begin
  select * into running from private.product_imports i where i.id = import and i.state = 'applying';
  if running.id is null then
    return false;
  end if;
  select c.number into next_chunk from private.product_import_chunks c
  where c.import_id = import and c.applied_at is null order by c.number limit 1 for no key update skip locked;
  if next_chunk is null then
    update private.product_imports i set state = 'done', finished_at = now()
    where i.id = import and i.state = 'applying' and not exists (
      select from private.product_import_chunks c where c.import_id = import and c.applied_at is null
    );
    return false;
  end if;
  -- What the triggers write is of whoever confirmed it, with the chosen reason.
  perform set_config('yaare.importing', 'on', true);
  perform set_config('request.headers', jsonb_build_object('x-stock-reason', running.reason)::text, true);
  if current_setting('role') <> 'authenticated' then
    perform set_config('request.jwt.claims', jsonb_build_object('sub', running.actor_id)::text, true);
  end if;
  for taken in
    with deleted as (
      delete from private.product_import_lines l where l.import_id = import and l.chunk = next_chunk returning l.line
    )
    select array_agg(d.line) as lines, c.outdated
    from deleted d
    cross join lateral (
      select case
        when not (d.line).is_new and not exists (select from public.products p where p.id = (d.line).id) then 'gone'
        when (d.line).is_new and (
          exists (select from public.products p where p.reference = (d.line).sent_reference)
          or exists (select from public.products p where p.slug = (d.line).sent_slug)
        ) then 'there'
      end as outdated
    ) c
    where (d.line).action in ('create', 'update')
    group by c.outdated
  loop
    if taken.outdated is null then
      lines := taken.lines;
    else
      perform private.skip_import_line(import, next_chunk, l, case taken.outdated
        when 'gone' then 'Ce produit a été supprimé entre-temps' else 'Ce produit a été créé entre-temps' end)
      from unnest(taken.lines) l;
      skipped := skipped + cardinality(taken.lines);
    end if;
  end loop;
  if lines <> '{}' then
    skipped := skipped + private.apply_import_lines(import, next_chunk, lines);
  end if;
  update private.product_import_chunks c set applied_at = now(), skipped_count = skipped
  where c.import_id = import and c.number = next_chunk;
  if exists (select from unnest(lines) l where l.is_new) then
    perform private.count_imported_products(array(
      select p.category_id from public.products p where p.id = any (array(select l.id from unnest(lines) l where l.is_new))
    ));
  end if;
  return true;
end
$$;
revoke all on function private.apply_import_chunk(uuid) from public;
comment on function private.apply_import_chunk(uuid) is 'Applies the next chunk of a confirmed import that nobody else is applying; returns whether there was one. Several sessions may call it at once.';

create function private.apply_product_import(import uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_administrator();
  if exists (select from private.product_imports i where i.id = import and i.actor_id = auth.uid()) then
    perform private.apply_import_chunk(import);
  end if;
  return private.describe_product_import(import);
end
$$;
revoke all on function private.apply_product_import(uuid) from public;
grant execute on function private.apply_product_import(uuid) to authenticated, service_role;
create function public.apply_product_import(import uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' as $$ select private.apply_product_import(import) $$;
revoke all on function public.apply_product_import(uuid) from public, anon;
grant execute on function public.apply_product_import(uuid) to authenticated, service_role;
comment on function public.apply_product_import(uuid) is 'Applies the next chunk of an import that the caller has confirmed; of another one it only tells how far it is. Returns what get_product_import does.';

create function private.continue_product_imports() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_abandoned_imports();
  return coalesce(private.apply_import_chunk((select i.id from private.product_imports i where i.state = 'applying')), false);
end
$$;
revoke all on function private.continue_product_imports() from public;
comment on function private.continue_product_imports() is 'Deletes abandoned imports, and applies the next chunk of a confirmed one, whose browser may be gone; returns whether there was one. Called by the process (jobs/product-imports.ts), on a hosted project by a schedule.';
