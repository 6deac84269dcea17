-- A text of tens of thousands of joiners, which nobody stores, kept a processor busy for seconds before it was refused.

create or replace function private.to_visible_text(value text, is_line boolean default true) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  emoji constant text := '[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]';
  -- Controls, direction marks, fillers, selectors, tags and joiners. \u0009, \u000a and \u000d are white space.
  hidden constant text := '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5'
    || '\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
    || '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
  -- What colours or joins emoji, with the character before it. To look behind each character instead takes Postgres the
  -- whole text before it, each time: seconds for two thousand joiners.
  joined constant text := '(' || emoji || '\ufe0f?\u200d|' || emoji || '\ufe0f|\ufe0f(?=\u20e3))';
  -- Of Latin and Cyrillic, of Arabic and of Thai.
  accent constant text := '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'
    || '\u0610-\u061a\u064b-\u065f\u06d6-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]';
begin
  if is_line then
    value := regexp_replace(value, '[\u0009\u000a\u000d\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g');
  else
    value := regexp_replace(value, '[\u2028\u2029]', e'\n', 'g');
  end if;
  value := regexp_replace(value, joined || '|' || hidden, '\1', 'g');
  value := regexp_replace(value, '(' || accent || '{3})' || accent || '+', '\1', 'g');
  return case when is_line then btrim(value) else value end;
end
$$;

create or replace function private.clean_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sent constant jsonb := to_jsonb(new);
  cleaned jsonb;
begin
  -- No column takes a quarter of it, and to clean a whole request takes a tenth of a second.
  if exists (
    select from unnest(string_to_array(concat_ws(',', variadic tg_argv), ',')) name where char_length(sent ->> name) > 20000
  ) then
    raise check_violation using message = 'Ce texte est trop long';
  end if;
  select jsonb_object_agg(c.name, case jsonb_typeof(sent -> c.name)
    when 'string' then to_jsonb(private.to_visible_text(sent ->> c.name, c.is_line))
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, case
        when jsonb_typeof(e.value) = 'string' then to_jsonb(private.to_visible_text(e.value #>> '{}', c.is_line))
        else e.value
      end), '{}')
      from jsonb_each(sent -> c.name) e
    )
    else sent -> c.name
  end)
  into cleaned
  from (
    select unnest(string_to_array(tg_argv[0], ',')), true
    union all
    select unnest(string_to_array(tg_argv[1], ',')), false
  ) c (name, is_line);
  new := jsonb_populate_record(new, cleaned);
  return new;
end
$$;
