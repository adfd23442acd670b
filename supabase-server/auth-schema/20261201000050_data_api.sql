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

-- Rejects a result with other rows than the client takes: the failed statement leaves nothing written.
create function data_api.reject_rows(rows bigint, total bigint)
returns bigint language plpgsql parallel safe set search_path = ''
as $$
begin
  raise exception 'The result has other rows than the client takes'
    using errcode = 'DA001', detail = pg_catalog.json_build_object('rows', rows, 'total', total);
end;
$$;

revoke all on all functions in schema data_api from public;
grant execute on all functions in schema data_api to anon, authenticated, service_role;
