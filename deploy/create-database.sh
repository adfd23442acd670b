#!/bin/sh
# Creates Parqueo's database and a role that owns it and is no superuser. compose.yaml runs it when the volume is empty;
# elsewhere run it once as a superuser, whose own password is in PGPASSWORD or ~/.pgpass:
# PARQUEO_DATABASE_PASSWORD=... PGHOST=... PGSSLMODE=require PGUSER=postgres sh deploy/create-database.sh
set -eu

password="${PARQUEO_DATABASE_PASSWORD:?must be set}"

# A password in SQL would be in PostgreSQL's log, and one in an argument in the list of processes. \password hashes it here and
# reads it from the terminal, or from standard input where there is none, which is what setsid is for.
# PostgreSQL would also write each value that it rejects into its log; the log of the servers has the codes of such errors.
# createrole: the migrations make the roles that requests run as (anon, authenticated, service_role).
printf '%s\n%s\n' "$password" "$password" |
  setsid --wait psql --no-psqlrc --no-password --quiet --set ON_ERROR_STOP=1 \
    --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname postgres \
    --command "set log_statement = 'none'" \
    --command "set log_min_duration_statement = -1" \
    --command "set log_min_error_statement = 'panic'" \
    --command "set password_encryption = 'scram-sha-256'" \
    --command 'create role parqueo login createrole' \
    --command '\password parqueo' \
    --command 'create database parqueo owner parqueo' \
    --command "alter database parqueo set log_min_messages = 'log'" \
    --command "alter database parqueo set log_min_error_statement = 'panic'" \
    --command 'revoke connect on database parqueo from public'
