-- The errors of the rules carry the key of a problem, which the web app says in the language of its page.
-- The functions of earlier migrations still pass a sentence, which nobody sees any more.
create or replace function private.raise_problem(key text, sentence text default null)
returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception '%', key using errcode = 'check_violation', hint = key;
end;
$$;
