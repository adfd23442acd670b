import { spawnSync } from 'node:child_process';

/** A user of the machine to run PostgreSQL as. */
export type RunAs = { uid: number; gid: number };

const CANDIDATES = ['postgres', 'nobody'];

function readId(user: string, flag: '-u' | '-g'): number | null {
  const answer = spawnSync('id', [flag, user], { encoding: 'utf8' });
  return answer.status === 0 ? Number(answer.stdout.trim()) : null;
}

/**
 * Who PostgreSQL runs as: nobody else for an ordinary user (null), but PostgreSQL refuses to run as root, so then the
 * user `postgres` or else `nobody`.
 */
export function findUnprivilegedUser(): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  for (const user of CANDIDATES) {
    const uid = readId(user, '-u');
    const gid = readId(user, '-g');
    if (uid !== null && gid !== null) return { uid, gid };
  }
  return { uid: 65_534, gid: 65_534 };
}

/** Whether that user can do `test <flag> <path>`: -x reach and enter, -r read, -w write. */
export function canReach(runAs: RunAs, flag: '-x' | '-r' | '-w', path: string): boolean {
  return spawnSync('/bin/sh', ['-c', `test ${flag} "$1"`, 'sh', path], { ...runAs, cwd: '/' }).status === 0;
}
