-- Two categories that were moved below each other at once ended in a deadlock instead of the message: each move had locked
-- its row before it waited for the other. A move waits before it locks one.
create function private.lock_category_tree() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('category tree', 0));
  return null;
end
$$;
comment on function private.lock_category_tree() is 'Lets the moves of a tree wait for each other, before they lock a row.';
revoke all on function private.lock_category_tree() from public;
create trigger categories_lock_tree before insert or update of parent_id, parent_level on public.categories
  for each statement execute function private.lock_category_tree();

create or replace function private.set_category_level() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- The levels below the category.
  height smallint := 0;
begin
  -- Behind its new siblings, where somebody has put those in an order.
  if tg_op = 'INSERT' and new.position = 0 or tg_op = 'UPDATE' and new.parent_id is distinct from old.parent_id then
    select case when max(s.position) > 0 then max(s.position) + 1 else 0 end into new.position
    from public.categories s where s.parent_id is not distinct from new.parent_id and s.id <> new.id;
  end if;
  if new.parent_id is null then
    new.parent_level := null;
    return new;
  end if;
  if new.parent_id = new.id
    or tg_op = 'UPDATE' and new.parent_id = any (private.category_and_descendants(new.id))
  then
    raise exception using errcode = 'YA007',
      message = 'Une catégorie ne peut pas être rangée sous elle-même ni sous l''une de ses sous-catégories';
  end if;
  select c.level into new.parent_level from public.categories c where c.id = new.parent_id;
  if not found then
    raise exception using errcode = 'YA007', message = 'La catégorie parente n''existe plus';
  end if;
  if tg_op = 'UPDATE' then
    select max(c.level) - old.level into height
    from public.categories c where c.id = any (private.category_and_descendants(new.id));
  end if;
  if new.parent_level + 1 + height > 4 then
    raise exception using errcode = 'YA007', message = 'Les catégories ont quatre niveaux au plus';
  end if;
  return new;
end
$$;
