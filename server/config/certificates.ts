import type { Logger } from 'pino';
import { splitHosts } from '../../supabase-server/connections/address.ts';
import { readCertificateExpiry } from '../../supabase-server/connections/pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { Config } from './config.ts';
import { parseCertificates, readPem } from './read-pem.ts';

export const CERTIFICATES = ['azul', 'dgii', 'database'] as const;
type CertificateName = (typeof CERTIFICATES)[number];

/** When each certificate that is in use expires, and whether that is so soon that administrators are told. */
export type CertificateExpiries = ReadonlyMap<CertificateName, { expiry: Date; isSoon: boolean }>;

type CertificateConfig = Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'payments' | 'fiscal' | 'samples'>;

function readOwnExpiry(name: CertificateName, variable: string, fileOrText: string): [CertificateName, Date][] {
  const [certificate] = parseCertificates(readPem(variable, fileOrText));
  return certificate ? [[name, certificate.validToDate]] : [];
}

/** When the certificates expire that the operator has set and that are used. @throws OperatorError, Error for a file without one */
export function readOwnExpiries({ samples, payments, fiscal }: CertificateConfig): [CertificateName, Date][] {
  const { AZUL_CERTIFICATE: azul } = payments.variables;
  const { DGII_CERTIFICATE: dgii } = fiscal.variables;
  if (samples) return [];
  return [
    ...(azul ? readOwnExpiry('azul', 'AZUL_CERTIFICATE', azul) : []),
    ...(dgii ? readOwnExpiry('dgii', 'DGII_CERTIFICATE', dgii) : []),
  ];
}

/** The first expiry among the hosts of the database and of its replica, of which some may be out of reach. */
export async function readDatabaseExpiry({ databaseUrl, databaseReadUrl }: CertificateConfig, log: Logger) {
  const addresses = [databaseUrl, databaseReadUrl].flatMap((url) => (url === undefined ? [] : splitHosts(url)));
  const read = await Promise.allSettled(addresses.map(readCertificateExpiry));
  const expiries = read.flatMap((one) => {
    if (one.status === 'fulfilled') return one.value ?? [];
    log.warn({ err: one.reason }, 'the certificate of a host of the database could not be read');
    return [];
  });
  return expiries.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

/**
 * Watches the certificates that this server signs with, shows to others or connects by. Files are read once: the server
 * uses what they held at its start.
 */
export function createCertificateWatch({ config, sql, log }: { config: CertificateConfig; sql: Sql; log: Logger }) {
  const expiries = new Map<CertificateName, { expiry: Date; isSoon: boolean }>();
  const note = (name: CertificateName, expiry: Date | undefined) => {
    if (expiry === undefined) expiries.delete(name);
    else expiries.set(name, { expiry, isSoon: false });
  };
  for (const [name, expiry] of readOwnExpiries(config)) note(name, expiry);
  return {
    expiries,
    /** Looks at the database's certificate again, and tells administrators once of each one that expires soon. */
    async check() {
      note('database', await readDatabaseExpiry(config, log));
      for (const [certificate, { expiry }] of expiries) {
        const [{ isSoon = false } = {}] = await sql<{ isSoon: boolean }[]>`
          select private.warn_of_certificate(${certificate}, ${expiry}) as "isSoon"`;
        expiries.set(certificate, { expiry, isSoon });
        if (isSoon) log.warn({ certificate, expiry }, 'a certificate expires within 30 days, or has');
      }
    },
  };
}
