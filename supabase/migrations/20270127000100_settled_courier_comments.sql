-- Since couriers leave settled, removing them and changing their role is refused for that reason as well.
comment on function public.remove_administrator(uuid) is
  'Takes the rights of a member of the staff, at once and in all sessions; the account stays. YA009: oneself, the last owner, or a courier whose run is out or whose cash is not handed in. 42501 without the right staff.manage.';
comment on function public.set_staff_role(uuid, public.staff_role) is
  'Changes the role of a member of the staff, at once and in all sessions. YA009: the last owner, or a role that does not drive for a courier whose run is out or whose cash is not handed in. 42501 without the right staff.manage.';
