-- Quote versions: a request for a quote says when its status or its note was saved last, so that its form saves over
-- the version that it started from and nothing newer, as the other forms do. Opening a request, which marks it as
-- read, makes no new version.

alter table public.quotes add column updated_at timestamptz not null default now();
create trigger quotes_set_updated_at before update of status, note on public.quotes
  for each row execute function private.set_updated_at();
