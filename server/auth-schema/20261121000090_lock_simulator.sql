-- What the simulated locks were told last, for all servers on this database: an administrator who lowers a lock through one
-- of them sees it lowered through every other.

create table parqueo_server.simulated_locks (
  did text not null primary key,
  came_from smallint not null
    constraint simulated_locks_came_from_is_known check (came_from in (0, 1, 2)),
  since timestamptz not null,
  goes_to smallint not null
    constraint simulated_locks_goes_to_is_known check (goes_to in (1, 2)),
  arrives_at timestamptz not null
);
