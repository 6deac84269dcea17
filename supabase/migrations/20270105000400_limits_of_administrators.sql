-- A maximum of 0 refuses everything: also whoever would take it back. What an administrator needs in order to sign in
-- and to change a limit again keeps a tenth of what a new shop allows. The server's own users may still do anything.
create or replace function private.prepare_limit() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.default_maximum := new.maximum;
    new.default_period_seconds := new.period_seconds;
  elsif (new.period_seconds is null) <> (old.period_seconds is null) then
    raise check_violation using message = 'Cette limite garde sa sorte : avec ou sans durée';
  elsif current_setting('role') = 'authenticated'
    and new.name in (
      'connections', 'unread_response_bytes', 'parallel_pages', 'parallel_reads', 'parallel_writes', 'parallel_sign_ins',
      'sign_in', 'session_refresh', 'account_change', 'code_check', 'factor_check',
      'read_bytes', 'read_depth', 'read_embeds', 'read_terms'
    )
    and new.audience in ('everyone', 'staff')
    and (
      new.maximum * 10 < new.default_maximum
      or new.maximum * 10.0 / new.period_seconds < new.default_maximum::numeric / new.default_period_seconds
    )
  then
    raise exception using errcode = 'YA007', message = format(
      'Votre propre accès passe par cette limite : elle permet au moins %s%s',
      ceil(new.default_maximum / 10.0),
      case when new.period_seconds is not null then ' dans sa durée d''origine' end
    );
  end if;
  return new;
end
$$;
