-- What the statements of the data API need of the database. No API exposes this schema, and Supabase does not have it.

create schema if not exists data_api;
revoke all on schema data_api from public;
grant usage on schema data_api to anon, authenticated, service_role;

-- Called for the row that makes a response too large, so that the database does not go on building it.
create function data_api.fail_response_too_large()
returns json language plpgsql parallel safe set search_path = ''
as $$
begin
  raise exception 'The response is larger than 16 MB'
    using errcode = 'program_limit_exceeded', hint = 'Ask for fewer rows or columns.';
end;
$$;

revoke all on function data_api.fail_response_too_large() from public;
grant execute on function data_api.fail_response_too_large() to anon, authenticated, service_role;
