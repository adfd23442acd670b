import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import * as z from 'zod';
import { FISCAL_ENVIRONMENTS } from '../../domain/fiscal/fiscal-document.ts';
import { isLoopbackAddress, pem, secureAddress } from '../../supabase/functions/payments/settings.ts';
import { OperatorError } from '../operator-error.ts';
import { readPem } from '../read-pem.ts';
import { createDgii, type FiscalAuthority } from './dgii.ts';
import { type FiscalKey, requireMatchingKey } from './sign-xml.ts';

export const fiscalVariables = {
  DGII_CERTIFICATE: pem('a PEM file with the certificate that signs fiscal documents, or its text'),
  DGII_CERTIFICATE_KEY: pem('a PEM file with the key of DGII_CERTIFICATE, or its text'),
  DGII_ENVIRONMENT: z.enum(FISCAL_ENVIRONMENTS, 'takes testecf, certecf or ecf').optional(),
  DGII_URL: secureAddress,
  DGII_FC_URL: secureAddress,
  DGII_SIMULATOR: z.enum(['on', 'off'], 'takes on or off').optional(),
};

/** Set as a whole or not at all: a wrong environment would send trials as tax. */
export const FISCAL_GROUP = ['DGII_CERTIFICATE', 'DGII_CERTIFICATE_KEY', 'DGII_ENVIRONMENT'] as const;

const variablesSchema = z.object(fiscalVariables);
type FiscalVariables = z.infer<typeof variablesSchema>;

export type FiscalConfig = { variables: FiscalVariables; simulator: boolean };

type Installation = { samples: boolean; hasOwnDatabase: boolean; isOnThisMachine: boolean };

/** @throws OperatorError that names a variable */
export function toFiscalConfig(env: FiscalVariables, installation: Installation): FiscalConfig {
  const { DGII_SIMULATOR: simulator, DGII_CERTIFICATE: certificate, DGII_ENVIRONMENT: environment } = env;
  const { samples, hasOwnDatabase, isOnThisMachine } = installation;
  if (environment === 'ecf' && samples) {
    throw new OperatorError('DGII_ENVIRONMENT takes ecf only with SAMPLES=off: sample data is no income');
  }
  if (simulator === 'on' && (!isOnThisMachine || certificate !== undefined)) {
    throw new OperatorError(
      'DGII_SIMULATOR takes on only without DGII_CERTIFICATE, and when HOST and PUBLIC_URL are of this machine',
    );
  }
  const simulated = (['DGII_URL', 'DGII_FC_URL'] as const).find((name) =>
    isLoopbackAddress(env[name] ?? 'https://a.test'),
  );
  if (simulated !== undefined && environment === 'ecf') {
    throw new OperatorError(`${simulated} takes no address of this machine with DGII_ENVIRONMENT=ecf`);
  }
  const isDefault = simulator === undefined && certificate === undefined && !hasOwnDatabase && isOnThisMachine;
  return {
    // Leaves out the secrets of others.
    variables: variablesSchema.parse(env),
    simulator: !samples && (simulator === 'on' || isDefault),
  };
}

export type FiscalAccess = { key: FiscalKey; authority: FiscalAuthority; close: () => Promise<void> };

function openKey(certificate: string, privateKey: string): FiscalKey {
  const pems = {
    certificate: readPem('DGII_CERTIFICATE', certificate),
    key: readPem('DGII_CERTIFICATE_KEY', privateKey),
  };
  let key: FiscalKey;
  try {
    key = { certificate: new X509Certificate(pems.certificate), privateKey: createPrivateKey(pems.key) };
  } catch (cause) {
    throw new OperatorError('DGII_CERTIFICATE and DGII_CERTIFICATE_KEY are no RSA certificate and its key', { cause });
  }
  requireMatchingKey(key);
  return key;
}

const EXPIRY_WARNING_DAYS = 30;

type Options = { config: { fiscal: FiscalConfig; samples: boolean }; sql: Sql; log: Logger; now: () => number };

/**
 * Tells the database where documents go, and returns what sends them; undefined where none are issued.
 * @throws OperatorError when the certificate cannot be used
 */
export async function openFiscalAccess({ config, sql, log, now }: Options): Promise<FiscalAccess | undefined> {
  const { variables, simulator } = config.fiscal;
  const { DGII_CERTIFICATE: certificate, DGII_CERTIFICATE_KEY: privateKey, DGII_ENVIRONMENT: environment } = variables;
  const announce = (name: string | null, expires: Date | null) => sql`select private.open_fiscal(${name}, ${expires})`;
  if (simulator) {
    const { startDgiiSimulator } = await import('../../simulators/dgii/start-dgii-simulator.ts');
    const { url, key, close } = await startDgiiSimulator({ sql, log });
    await announce('testecf', key.certificate.validToDate);
    log.info({ url }, 'DGII simulator started: documents are no tax');
    return { key, authority: createDgii({ environment: 'testecf', key, url, consumerUrl: url, now }), close };
  }
  if (config.samples || !certificate || !privateKey || !environment) {
    await announce(null, null);
    return undefined;
  }
  const key = openKey(certificate, privateKey);
  const expires = key.certificate.validToDate;
  await announce(environment, expires);
  const days = Math.floor((expires.getTime() - now()) / 86_400_000);
  if (days < EXPIRY_WARNING_DAYS) log.warn({ days }, 'the certificate of fiscal documents expires soon, or has');
  if (environment !== 'ecf') log.warn({ environment }, 'fiscal documents go to an environment for trials');
  const url = variables.DGII_URL ?? 'https://ecf.dgii.gov.do';
  const consumerUrl = variables.DGII_FC_URL ?? 'https://fc.dgii.gov.do';
  return { key, authority: createDgii({ environment, key, url, consumerUrl, now }), close: () => Promise.resolve() };
}
