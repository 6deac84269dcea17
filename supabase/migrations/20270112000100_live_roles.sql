-- The back office follows the role of whoever has a screen open: its menu and the screen are those of the new role at once.
-- The policy decides who receives a row: the administrators all of them, other staff their own.

alter publication supabase_realtime add table public.admin_users;
