-- A large import that is being applied can be stopped: what its finished chunks wrote stays, the rest is left undone.

alter table private.product_imports
  add column left_count integer constraint product_imports_left_count_check check (left_count is null or left_count >= 0 and state = 'done');
comment on column private.product_imports.left_count is 'The lines that were not applied, of an import that was stopped.';

create or replace function private.describe_product_import(import uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', i.id, 'file_name', i.file_name, 'state', i.state, 'actor_name', i.actor_name, 'is_own', i.actor_id is not distinct from auth.uid(),
    'left', i.left_count
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
comment on function public.get_product_import() is 'The large import that is active, else the caller''s latest one of the last day, else null: {id, file_name, state (checking, checked, applying, done), actor_name, is_own, left (lines that were not applied, of one that was stopped), chunks, applied_chunks, create, update, unchanged, error (counts of lines), applied, skipped, changes_stock}.';

create function private.stop_product_import(import uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  left_lines bigint;
begin
  perform private.require_administrator();
  perform from private.product_imports i where i.id = import and i.state = 'applying' for no key update;
  if found then
    -- Waits for the chunks that are being applied. Whoever comes later finds none.
    with deleted as (
      delete from private.product_import_chunks c where c.import_id = import and c.applied_at is null
      returning c.create_count + c.update_count as lines
    )
    select coalesce(sum(d.lines), 0) into left_lines from deleted d;
    delete from private.product_import_lines l where l.import_id = import;
    update private.product_imports i set state = 'done', finished_at = now(), left_count = left_lines where i.id = import;
  end if;
  return private.describe_product_import(import);
end
$$;
revoke all on function private.stop_product_import(uuid) from public;
grant execute on function private.stop_product_import(uuid) to authenticated, service_role;
create function public.stop_product_import(import uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' as $$ select private.stop_product_import(import) $$;
revoke all on function public.stop_product_import(uuid) from public, anon;
grant execute on function public.stop_product_import(uuid) to authenticated, service_role;
comment on function public.stop_product_import(uuid) is 'Stops an import that is being applied, after the chunks that are; what they wrote stays. One that has ended stays as it is. Returns what get_product_import does.';
comment on function public.confirm_product_import(uuid, text) is 'Begins to apply a valid import, with the reason of the stocks that it changes; from then on it is applied to its end, unless it is stopped. Sent again, it changes nothing. Returns what get_product_import does.';

-- A browser that sends a file sends a chunk every few seconds. One that is gone kept everybody else waiting for an hour.
create or replace function private.delete_abandoned_imports() returns void
language sql security definer set search_path = '' as $$
  select private.delete_product_imports(array(
    select i.id from private.product_imports i
    cross join lateral (select case i.state when 'checking' then interval '5 minutes' else interval '1 hour' end as patience) p
    where i.state in ('checking', 'checked') and i.created_at < now() - p.patience and not exists (
        select from private.product_import_chunks c where c.import_id = i.id and c.sent_at > now() - p.patience
      )
      or i.finished_at < now() - interval '7 days'
  ))
$$;
comment on function private.delete_abandoned_imports() is 'Deletes imports whose sending was broken off five minutes ago, those that nobody confirmed within an hour, and what is left of those that ended a week ago.';
