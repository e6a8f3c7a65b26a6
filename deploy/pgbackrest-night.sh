#!/bin/bash
# deploy/pgbackrest-night.sh [--to '2026-11-19 14:03:00' | --to latest] folder: on a database machine, as the user of PostgreSQL.
# Without --to: the nightly backup and its restore test, each noted for Settings > System health. With --to: restores to that
# time (Lagos), or all that was archived, into the folder and leaves a PostgreSQL running on it. Needs
# /etc/iroko/pgbackrest.conf and DATABASE_URL.
set -euo pipefail
export PGBACKREST_CONFIG=${PGBACKREST_CONFIG:-/etc/iroko/pgbackrest.conf}
to=''; [ "${1:-}" = --to ] && { to=$2; shift 2; }
into=${1:?a folder for the restored copy}
iroko=${IROKO:-/opt/iroko}
port=${RESTORE_PORT:-5499}
bin=${POSTGRES_BIN:-$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)}
run() { node "$iroko/dist/server/main.js" --command "$@"; }
note() { run report --kind "$1" --result "$2" --took "$((SECONDS - begun))" --detail "$3"; }

restore() {
  mkdir -p -m 700 "$into" || return 1
  [ -z "$(ls -A "$into")" ] || { echo "$into is not empty." >&2; return 1; }
  local target=(); [ -z "$to" ] || [ "$to" = latest ] || target=(--type=time "--target=$to+01" --target-action=promote)
  pgbackrest --stanza=iroko --pg1-path="$into" --archive-mode=off "${target[@]}" restore || return 1
  # nothing of the machine it came from but what recovery needs
  printf 'local all all trust\nhost all all 127.0.0.1/32 trust\n' > "$into/copy_hba.conf"
  [ -e "$into/postgresql.conf" ] || touch "$into/postgresql.conf"
  "$bin/pg_ctl" -D "$into" -w -t 86400 -l "$into/copy.log" start -o "-p $port -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories= -c hba_file=$into/copy_hba.conf -c ssl=off -c shared_preload_libraries= -c synchronous_standby_names=" > /dev/null || return 1
  local asked="$bin/psql -qAtX -h 127.0.0.1 -p $port -U postgres -d postgres"
  until [ "$($asked -c 'select pg_is_in_recovery()' 2> /dev/null)" = f ]; do
    # it ends by itself if the archive does not reach that time
    "$bin/pg_ctl" -D "$into" status > /dev/null || { grep -h FATAL: "$into/copy.log" | tail -1 >&2; return 1; }
    sleep 1
  done
}
verify() {
  local name; name=$(node -e 'console.log(new URL(process.argv[1]).pathname.slice(1))' "$DATABASE_URL")
  DATABASE_URL="postgres://postgres@127.0.0.1:$port/$name" DATABASE_DIRECT_URL='' run ledger-verify &&
    DATABASE_URL="postgres://postgres@127.0.0.1:$port/$name" DATABASE_DIRECT_URL='' run audit-verify
}

if [ -n "$to" ]; then
  restore; verify
  echo "Restored to $to. It runs on port $port; stop it with $bin/pg_ctl -D $into stop."
  exit
fi
begun=$SECONDS
if said=$(pgbackrest --stanza=iroko backup 2>&1 | tail -1); then note backup ok 'Made by pgBackRest'; else note backup failed "$said"; fi
begun=$SECONDS
if said=$({ restore && verify; } 2>&1 | tail -1); then note restoreTest ok "$said"; else note restoreTest failed "$said"; fi
"$bin/pg_ctl" -D "$into" -m immediate stop > /dev/null || true
rm -rf "${into:?}"
