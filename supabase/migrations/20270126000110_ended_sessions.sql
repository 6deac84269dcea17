-- Whoever ends sessions of the account has presented a password or a code lately: a session that was left open, or stolen, does
-- not put its owner out.

create or replace function private.end_session(session_id uuid default null)
returns boolean
language plpgsql
security definer
set search_path to ''
as $function$
begin
  if private.lacks_second_factor() then
    return false;
  end if;
  perform private.require_recent_sign_in();
  delete from auth.sessions s
  where s.user_id = auth.uid()
    and case when end_session.session_id is null then s.id <> private.get_session_id() else s.id = end_session.session_id end;
  return found;
end
$function$;

create or replace function public.end_session(session_id uuid default null)
returns boolean
language sql
set search_path to ''
as $function$
  select private.end_session(session_id)
$function$;
comment on function public.end_session(uuid) is
  'Ends one session of the signed-in user, or without an id all others; whether there was one. YA013 without a recent sign-in.';
