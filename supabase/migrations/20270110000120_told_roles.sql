-- The screens show why an action is refused: a member of the staff whose role changed read that they had no right at all.
-- Who is no member (any more) is told that, as at the sign-in.

create or replace function private.require_right(wanted text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.has_right(wanted) then
    raise insufficient_privilege using
      message = case when private.get_staff_role() is null then 'Vous n''avez pas les droits d''administrateur'
        else 'Votre rôle ne permet pas cette action' end,
      detail = wanted;
  end if;
end
$$;
