-- Whether this installation shows sample data, as a demo does, or what its drivers and operator do. Rules of the database
-- depend on it.

create table private.installation (
  only_row boolean primary key default true
    constraint installation_has_one_row check (only_row),
  samples boolean not null
);

alter table private.installation enable row level security;
revoke all on private.installation from public, anon, authenticated, service_role;
-- no policy: the server writes it at each start; on Supabase the operator does, as owner of the database.

-- Until it is said otherwise everything is as it was before there was this table.
insert into private.installation (samples) values (true);

comment on table private.installation is
  'One row, which the server writes at its start; on Supabase: update private.installation set samples = false;';

-- definer: nobody who comes through an API reads the table.
create function private.has_samples()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((select samples from private.installation), true);
$$;

revoke all on function private.has_samples() from public;
grant execute on function private.has_samples() to authenticated, service_role;

comment on function private.has_samples() is 'Whether this installation shows sample data instead of real data.';
