import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import * as z from 'zod';
import { FISCAL_ENVIRONMENTS } from '../../domain/fiscal/fiscal-document.ts';
import { isLoopbackAddress, pem, secureAddress, trimSlashes } from '../../supabase/functions/shared/variables.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { type Installation, isSimulated } from '../config/installation.ts';
import { OperatorError } from '../config/operator-error.ts';
import { readAuthorities, readPem } from '../config/read-pem.ts';
import type { FiscalAuthority } from './authority.ts';
import { createDgii } from './dgii.ts';
import { createProvider } from './provider.ts';
import type { FiscalReceiver } from './receiver-api.ts';
import type { FiscalKey } from './sign-xml.ts';

export const fiscalVariables = {
  DGII_CERTIFICATE: pem('a PEM file with the certificate that signs fiscal documents, or its text'),
  DGII_CERTIFICATE_KEY: pem('a PEM file with the key of DGII_CERTIFICATE, or its text'),
  DGII_ENVIRONMENT: z.enum(FISCAL_ENVIRONMENTS, 'takes testecf, certecf or ecf').optional(),
  DGII_URL: secureAddress,
  DGII_FC_URL: secureAddress,
  DGII_PROVIDER_URL: secureAddress,
  DGII_PROVIDER_KEY: z.string().min(16, 'takes the key that the provider gave you, at least 16 characters').optional(),
  FISCAL_AUTHORITIES: pem('a PEM file with the certificates of the authorities that INDOTEL lists, or its text'),
  DGII_SIMULATOR: z.enum(['on', 'off'], 'takes on or off').optional(),
};

/** Each group is set as a whole or not at all. */
export const FISCAL_GROUPS = [
  ['DGII_CERTIFICATE', 'DGII_CERTIFICATE_KEY'],
  ['DGII_PROVIDER_URL', 'DGII_PROVIDER_KEY'],
] as const;

const variablesSchema = z.object(fiscalVariables);
type FiscalVariables = z.infer<typeof variablesSchema>;

type FiscalConfig = { variables: FiscalVariables; simulator: boolean };

/** @throws OperatorError that names a variable */
export function toFiscalConfig(env: FiscalVariables, installation: Installation): FiscalConfig {
  const { DGII_CERTIFICATE: certificate, DGII_PROVIDER_URL: provider, DGII_ENVIRONMENT: environment } = env;
  if (certificate !== undefined && provider !== undefined) {
    throw new OperatorError('DGII_PROVIDER_URL takes the place of DGII_CERTIFICATE: set one of them');
  }
  const name = certificate === undefined ? provider && 'DGII_PROVIDER_URL' : 'DGII_CERTIFICATE';
  // A default could send trials as tax.
  if ((name === undefined) !== (environment === undefined)) {
    throw new OperatorError(
      name === undefined
        ? 'DGII_CERTIFICATE or DGII_PROVIDER_URL must be set together with DGII_ENVIRONMENT'
        : `DGII_ENVIRONMENT must be set together with ${name}`,
    );
  }
  if (environment === 'ecf' && installation.samples) {
    throw new OperatorError('DGII_ENVIRONMENT takes ecf only with SAMPLES=off: sample data is no income');
  }
  const local = (['DGII_URL', 'DGII_FC_URL', 'DGII_PROVIDER_URL'] as const).find((address) =>
    isLoopbackAddress(env[address] ?? 'https://outside.test'),
  );
  if (local !== undefined && environment === 'ecf') {
    throw new OperatorError(`${local} takes no address of this machine with DGII_ENVIRONMENT=ecf`);
  }
  return {
    // Leaves out the variables of other services.
    variables: variablesSchema.parse(env),
    simulator: isSimulated({ name: 'DGII_SIMULATOR', value: env.DGII_SIMULATOR }, name, installation),
  };
}

/** Without a certificate of the operator's own there is no receiver: a provider receives documents itself. */
type FiscalAccess = { receiver?: FiscalReceiver; authority: FiscalAuthority; close: () => Promise<void> };

/** @throws OperatorError when they are not an RSA certificate and its key */
export function openKey(certificate: string, privateKey: string): FiscalKey {
  const certificatePem = readPem('DGII_CERTIFICATE', certificate);
  const keyPem = readPem('DGII_CERTIFICATE_KEY', privateKey);
  try {
    const key = { certificate: new X509Certificate(certificatePem), privateKey: createPrivateKey(keyPem) };
    const isRsa = key.privateKey.asymmetricKeyType === 'rsa';
    if (!isRsa || !key.certificate.checkPrivateKey(key.privateKey))
      throw new TypeError('The key is of another certificate');
    return key;
  } catch (cause) {
    throw new OperatorError('DGII_CERTIFICATE and DGII_CERTIFICATE_KEY are no RSA certificate and its key', { cause });
  }
}

export const DGII_URL = 'https://ecf.dgii.gov.do';

type Options = { config: { fiscal: FiscalConfig; samples: boolean }; sql: Sql; log: Logger; now: () => number };

/**
 * Tells the database where documents go, and returns what sends them; undefined where none are issued.
 * @throws OperatorError when the certificate cannot be used
 */
export async function openFiscalAccess({ config, sql, log, now }: Options): Promise<FiscalAccess | undefined> {
  const { variables, simulator } = config.fiscal;
  const { DGII_CERTIFICATE: certificate, DGII_CERTIFICATE_KEY: privateKey, DGII_ENVIRONMENT: environment } = variables;
  const announce = (name: string | null) => sql`select private.open_fiscal(${name})`;
  if (simulator) {
    const { startDgiiSimulator } = await import('../../simulators/start-dgii-simulator.ts');
    const { readSigned } = await import('./read-signed.ts');
    const { url, close, ...receiver } = await startDgiiSimulator({ sql, readSigned, log });
    const { key } = receiver;
    await announce('testecf');
    log.info({ url }, 'DGII simulator started: documents are no tax');
    return { receiver, authority: createDgii({ environment: 'testecf', key, url, consumerUrl: url, now }), close };
  }
  const isIssuing = !config.samples && environment !== undefined;
  if (isIssuing && environment !== 'ecf') {
    log.warn({ environment }, 'fiscal documents go to an environment for trials');
  }
  const close = () => Promise.resolve();
  const { DGII_PROVIDER_URL: provider, DGII_PROVIDER_KEY: providerKey } = variables;
  if (isIssuing && provider && providerKey) {
    await announce(environment);
    const url = trimSlashes(provider);
    return { authority: createProvider({ environment, url, key: providerKey, now }), close };
  }
  if (!isIssuing || !certificate || !privateKey) {
    await announce(null);
    return undefined;
  }
  const key = openKey(certificate, privateKey);
  const { FISCAL_AUTHORITIES: listed } = variables;
  const authorities = listed ? readAuthorities('FISCAL_AUTHORITIES', listed) : null;
  if (authorities === null) log.warn('documents of other taxpayers are rejected, as FISCAL_AUTHORITIES is not set');
  await announce(environment);
  const url = variables.DGII_URL ?? DGII_URL;
  const consumerUrl = variables.DGII_FC_URL ?? 'https://fc.dgii.gov.do';
  const authority = createDgii({ environment, key, url, consumerUrl, now });
  return { receiver: { key, authorities }, authority, close };
}
