-- Further characters without a picture split a link that no rule then finds («voleur» + U+FE00 + «.com»): the selectors of
-- variants, and what Unicode keeps for later or for other uses. The selector of emoji and the joiner stay where an emoji
-- is before them. Of accents on one letter three stay: hundreds cover the lines above and below.
create or replace function private.to_visible_text(value text, is_line boolean default true) returns text
language plpgsql immutable parallel safe set search_path to '' as $$
declare
  emoji constant text := '[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]';
  -- Controls, direction marks, fillers, selectors, tags, and joiners that join no emoji. \u0009, \u000a and \u000d are
  -- white space.
  hidden constant text := '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5'
    || '\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb'
    || '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    || '|(?<!' || emoji || ')\ufe0f(?!\u20e3)|(?<!' || emoji || '\ufe0f?)\u200d';
  -- Of Latin and Cyrillic, of Arabic and of Thai.
  accent constant text := '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'
    || '\u0610-\u061a\u064b-\u065f\u06d6-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]';
begin
  if is_line then
    value := regexp_replace(value, '[\u0009\u000a\u000d\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g');
  else
    value := regexp_replace(value, '[\u2028\u2029]', e'\n', 'g');
  end if;
  value := regexp_replace(regexp_replace(value, hidden, '', 'g'), '(' || accent || '{3})' || accent || '+', '\1', 'g');
  return case when is_line then btrim(value) else value end;
end
$$;
comment on function private.to_visible_text(text, boolean) is 'The text without characters that have no picture, and with three accents on a letter at most; a line has no other white space than spaces, and none around it.';
