-- Only a backup that was restored and compared counts. See docs/decisions/0082-backups.md.
comment on column private.instances.backed_up_at is
  'When the last backup was begun that its data directory knows to be proven.';
