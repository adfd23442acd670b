import { spawnSync } from 'node:child_process';

export type RunAs = { uid: number; gid: number };

const CANDIDATES = ['postgres', 'nobody'];

function readId(user: string, flag: '-u' | '-g'): number | null {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
  return status === 0 ? Number(stdout.trim()) : null;
}

/** PostgreSQL refuses to run as root, so root uses `postgres` or `nobody`. Null for other users, who run it themselves. */
export function findUnprivilegedUser(): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  for (const user of CANDIDATES) {
    const uid = readId(user, '-u');
    const gid = readId(user, '-g');
    if (uid !== null && gid !== null) return { uid, gid };
  }
  return { uid: 65_534, gid: 65_534 };
}

/** Runs `test <flag> <path>` as that user: -x for access, -r for reading, -w for writing. */
export function hasAccess(runAs: RunAs, flag: '-x' | '-r' | '-w', path: string): boolean {
  return spawnSync('/bin/sh', ['-c', `test ${flag} "$1"`, 'sh', path], { ...runAs, cwd: '/' }).status === 0;
}
