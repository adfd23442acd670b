import { execFileSync } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findUnprivilegedUser } from '../database/embedded/run-as.ts';

/** An authority of an operator's own, and what it signed for this machine, readable by PostgreSQL's user. */
export type Authority = { certificate: string; serverCertificate: string; serverKey: string };

export async function createAuthority(folder: string): Promise<Authority> {
  await mkdir(folder);
  const create = (options: string) => {
    const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 2 ${options}`;
    execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'ignore' });
  };
  create('-subj /CN=Authority -keyout authority.key -out authority.pem');
  const signed = '-addext subjectAltName=DNS:localhost,IP:127.0.0.1 -CA authority.pem -CAkey authority.key';
  create(`-subj /CN=database ${signed} -keyout server.key -out server.pem`);
  const runAs = findUnprivilegedUser();
  if (runAs !== null) await chown(join(folder, 'server.key'), runAs.uid, runAs.gid);
  return {
    certificate: join(folder, 'authority.pem'),
    serverCertificate: join(folder, 'server.pem'),
    serverKey: join(folder, 'server.key'),
  };
}
