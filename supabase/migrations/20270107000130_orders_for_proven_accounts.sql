-- An anonymous account has the number that somebody typed. Staff who took the call of that number's owner were offered the
-- account, and their order, with its address, could be read by whoever had typed the number.
-- See docs/decisions/0062-customers-with-only-a-number.md. And of two employees who resume one draft, the second is told the
-- number of the order that the first has placed.

create function private.is_anonymous_account(account uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.users u where u.id = account and u.is_anonymous);
end
$$;
revoke all on function private.is_anonymous_account(uuid) from public;
grant execute on function private.is_anonymous_account(uuid) to authenticated, service_role;
comment on function private.is_anonymous_account(uuid) is
  'Whether an account has neither an address nor a number that is proven.';

create or replace view public.customers with (security_invoker = on) as
select
  p.id, p.email, p.first_name, p.last_name, p.phone, p.city, p.created_at, p.updated_at,
  private.get_last_sign_in(p.id) as last_sign_in_at,
  (select count(*) from public.orders o where o.user_id = p.id)::integer as orders_count,
  p.is_trusted,
  private.is_anonymous_account(p.id) as is_anonymous
from public.profiles p
where (select private.has_right('customers.read'));

do $$
declare
  definition text := pg_get_functiondef('private.place_staff_order(jsonb)'::regprocedure);
  change record;
begin
  for change in select * from (values
    (E'  known := private.get_idempotent_result(sent.id);\n',
     $after$  if private.is_anonymous_account(sent.user_id) then
    perform private.raise_problem(
      'customer_id', 'Personne n''a prouvé le numéro de ce compte : passez la commande sans compte'
    );
  end if;
  known := private.get_idempotent_result(sent.id);
$after$),
    ($before$message = 'Cette commande a déjà été envoyée avec un autre contenu';$before$,
     $after$message = format(
        'Cette commande est déjà passée avec un autre contenu, sous le numéro %s',
        (select o.number from public.orders o where o.id = sent.id)
      );$after$)
  ) as c (before, after)
  loop
    if position(change.before in definition) = 0 then
      raise exception 'private.place_staff_order is not as expected';
    end if;
    definition := replace(definition, change.before, change.after);
  end loop;
  execute definition;
end
$$;
