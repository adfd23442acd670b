#!/bin/sh
# Makes Parqueo's own database and a role that owns it and is no superuser. compose.yaml runs it when the volume is empty;
# elsewhere run it once as a superuser: PARQUEO_DATABASE_PASSWORD=... PGHOST=... PGUSER=postgres sh deploy/create-database.sh
set -eu

psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$PARQUEO_DATABASE_PASSWORD" \
  --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname postgres <<'SQL'
-- createrole: the migrations make the roles that requests run as (anon, authenticated, service_role).
create role parqueo login createrole password :'password';
create database parqueo owner parqueo;
revoke connect on database parqueo from public;
SQL
