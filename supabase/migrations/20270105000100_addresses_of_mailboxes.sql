-- An address names one mailbox. '<awa@exemple.bf>', 'awa@exemple.bf.' and '"Gagnez"<awa@exemple.bf>' are addresses of
-- awa@exemple.bf to a mail program, and were other recipients to the limits. The rule is the one of the auth service
-- and of a browser's e-mail field. Stored addresses remain.
alter domain public.email drop constraint email_format;
alter domain public.email add constraint email_format check (
  value ~ ('^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@'
    || '([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$')
  and char_length(value) <= 320
) not valid;
