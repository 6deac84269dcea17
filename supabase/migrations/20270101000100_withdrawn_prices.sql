-- Prices of professionals that were granted and are withdrawn: their customer did not ask and was not refused, and is
-- told so.

alter table public.price_list_members
  drop constraint price_list_members_state_check,
  add constraint price_list_members_state_check check (state in ('requested', 'granted', 'refused', 'withdrawn'));

create or replace function private.answer_price_list_request(customer uuid, list uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  stated constant text := nullif(btrim(left(reason, 500)), '');
  address text;
begin
  perform private.require_right('prices.write');
  if list is not null and not exists (select from public.price_lists l where l.id = list and l.is_active) then
    perform private.raise_problem('list', 'Choisissez une liste de prix en service');
  elsif list is null and stated is null then
    perform private.raise_problem('reason', 'Indiquez le motif, que le client lira');
  end if;
  update public.price_list_members m set
    state = case when list is not null then 'granted' when m.state in ('granted', 'withdrawn') then 'withdrawn' else 'refused' end,
    list_id = list, decided_at = now(),
    decided_by = (select a.name from public.admin_users a where a.id = auth.uid()),
    reason = case when list is null then stated end
  where m.user_id = customer;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette demande n''existe plus';
  end if;
  select nullif(p.email, '') into address from public.profiles p where p.id = customer;
  if address is not null then
    insert into public.mails (subject_id, kind, recipient, payload)
    values (gen_random_uuid(), 'price_list_answer', address, jsonb_build_object('customer', customer));
    perform pg_notify('mails', '');
  end if;
end
$$;
comment on function public.answer_price_list_request(uuid, uuid, text) is
  'Grants a customer a price list, or refuses, or withdraws it, with a reason; the customer is told by mail where there is an address. An answer can be changed later. YA007 with the reason; PT404 without a request; 42501 without the right prices.write.';
