-- Form versions: categories and testimonials say when they were saved last, so that their forms save over the version
-- that they started from and nothing newer, as the other forms do.

alter table public.categories add column updated_at timestamptz not null default now();
create trigger categories_set_updated_at before update on public.categories
  for each row execute function private.set_updated_at();

alter table public.testimonials add column updated_at timestamptz not null default now();
create trigger testimonials_set_updated_at before update on public.testimonials
  for each row execute function private.set_updated_at();
