import type { ConnectionConfig } from 'pg';
import { APPLICATION_NAME } from './connection-limits.ts';

/** An address, or what an address says. */
export type ConnectionTarget = string | ConnectionConfig;

export type SessionOptions = {
  /** What the sessions are called in `pg_stat_activity`, unless the address says it. */
  name?: string;
  /** Settings of every new session, unless the address has others. */
  settings?: Readonly<Record<string, string | number>>;
  /** Settings that no address changes. */
  fixedSettings?: Readonly<Record<string, string>>;
};

const ADDRESS = /^(?<start>[^:]+:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/s;

/** `postgres://user@one:5432,two:5432/parqueo` names several hosts, as libpq takes them: one address for each. */
export function splitHosts(address: string): string[] {
  const { start = '', hosts = '', rest = '' } = ADDRESS.exec(address)?.groups ?? {};
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [address];
}

/** As with libpq `sslmode=require` encrypts and looks at no certificate. Any other mode verifies it with its name. */
const UNVERIFIED = new Set(['require', 'no-verify']);
const UNENCRYPTED = new Set(['', 'disable', 'false']);

const formatSettings = (settings: Readonly<Record<string, string | number>>) =>
  Object.entries(settings).map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`);

const findMode = ({ sslrootcert, sslmode, ssl }: NodeJS.Dict<string>) =>
  sslrootcert === 'system' ? 'verify-full' : (sslmode ?? ssl ?? '');

/** Reads an address. A parameter that says nothing about the connection is a setting of its sessions. */
function readAddress(address: string) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address);
  const { host, sslmode, ssl, sslrootcert, ...parameters } = Object.fromEntries(searchParams);
  const { connect_timeout, target_session_attrs, application_name, options, ...settings } = parameters;
  const mode = findMode({ sslmode, ssl, sslrootcert });
  const config = {
    host: host ?? (decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1') || undefined),
    port: port === '' ? undefined : Number(port),
    user: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    database: decodeURIComponent(pathname.slice(1)) || undefined,
    ssl: UNENCRYPTED.has(mode) ? false : { rejectUnauthorized: !UNVERIFIED.has(mode) },
    application_name,
    options,
  };
  return { config, settings };
}

/** Options of the driver for a connection. */
export function createConnectionConfig(
  target: ConnectionTarget,
  { name = APPLICATION_NAME, settings = {}, fixedSettings = {} }: SessionOptions = {},
): ConnectionConfig {
  const { config, settings: own } =
    typeof target === 'string' ? readAddress(target) : { config: { ssl: false, ...target }, settings: {} };
  const options = [...formatSettings(settings), config.options, ...formatSettings({ ...own, ...fixedSettings })];
  return { ...config, application_name: config.application_name ?? name, options: options.filter(Boolean).join(' ') };
}

/** Whether an address asks for an encryption that a network on the way can refuse. */
export function isEncryptionOptional(address: string): boolean {
  const [first = ''] = splitHosts(address);
  return URL.canParse(first) && /^(prefer|allow)$/.test(findMode(Object.fromEntries(new URL(first).searchParams)));
}
