-- An address names one mailbox. '<awa@exemple.bf>', 'awa@exemple.bf.' and '"Gagnez"<awa@exemple.bf>' are addresses of
-- awa@exemple.bf to a mail program, and were other recipients to the limits. What visitors write has the rule of the
-- auth service and of a browser's e-mail field. By a trigger: a backup with addresses from before can be restored.

create function private.check_mailbox() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email !~ ('^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@'
    || '([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$')
  then
    raise check_violation using message = 'Cette adresse e-mail est invalide';
  end if;
  return new;
end
$$;
comment on function private.check_mailbox() is 'Refuses an e-mail address that is more than one mailbox, or one that is written for programs of mail.';

create trigger messages_check_email before insert on public.messages
for each row execute function private.check_mailbox();
create trigger product_reviews_check_email before insert on public.product_reviews
for each row execute function private.check_mailbox();
create trigger stock_alerts_check_email before insert on public.stock_alerts
for each row execute function private.check_mailbox();

revoke execute on all functions in schema private from public;
