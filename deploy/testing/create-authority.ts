import { execFileSync } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findUnprivilegedUser } from '../../server/database/embedded/run-as.ts';

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-days', '2'];

/** An authority of an operator's own, and what it signed for this machine, readable by PostgreSQL's user. */
export type Authority = { certificate: string; serverCertificate: string; serverKey: string };

export async function createAuthority(folder: string): Promise<Authority> {
  await mkdir(folder);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  openssl(
    'req',
    '-x509',
    ...NEW_KEY,
    '-subj',
    '/CN=Authority of an operator',
    '-keyout',
    'authority.key',
    '-out',
    'authority.pem',
  );
  openssl(
    'req',
    '-x509',
    ...NEW_KEY,
    '-subj',
    '/CN=database',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-CA',
    'authority.pem',
    '-CAkey',
    'authority.key',
    '-keyout',
    'server.key',
    '-out',
    'server.pem',
  );
  const runAs = findUnprivilegedUser();
  if (runAs !== null) await chown(join(folder, 'server.key'), runAs.uid, runAs.gid);
  return {
    certificate: join(folder, 'authority.pem'),
    serverCertificate: join(folder, 'server.pem'),
    serverKey: join(folder, 'server.key'),
  };
}
