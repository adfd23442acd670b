#!/bin/sh
# Makes a base backup in <folder>/base, then removes those that are too old and the WAL in <folder>/wal that only they
# needed. PGHOST, PGUSER and ~/.pgpass say where the database is. docs/backup.md, "To any minute", has the steps.
# sh deploy/base-backup.sh /archive 30
set -eu

folder="${1:?takes the folder of the backups, and the days for which they are kept}"
days="${2:?takes the folder of the backups, and the days for which they are kept}"

# Named when it is complete, so that one that failed never counts.
unfinished="$folder/base/.unfinished"
rm -rf "$unfinished"
pg_basebackup --pgdata="$unfinished" --format=tar --gzip --checkpoint=fast --no-password
mv "$unfinished" "$folder/base/$(date --utc +%Y-%m-%dT%H%M%SZ)"

find "$folder/base" -mindepth 1 -maxdepth 1 -mtime "+$days" -exec rm -r {} +
oldest="$(ls "$folder/base" | head -n 1)"
first_wal="$(tar --extract --to-stdout --occurrence=1 --file="$folder/base/$oldest/base.tar.gz" backup_label |
  sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]\{24\}\))$/\1/p')"
pg_archivecleanup "$folder/wal" "${first_wal:?is missing in the base backup $oldest}"
