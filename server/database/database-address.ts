import { isIP } from 'node:net';

const ADDRESS = /^(?<start>[^:]+:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/s;

/** `postgres://user@one:5432,two:5432/parqueo` names several hosts, as libpq takes them: one address for each. */
export function splitHosts(address: string): string[] {
  const { start = '', hosts = '', rest = '' } = ADDRESS.exec(address)?.groups ?? {};
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [address];
}

const BRACKETED_HOST = /^[^:]+:\/\/(?:[^@/?#]*@)?\[/;

/** What the drivers need in place of a host that they cannot connect to; null when they can. */
export function explainUnsupportedHost(address: string): string | null {
  const addresses = splitHosts(address);
  if (addresses.some((one) => BRACKETED_HOST.test(one))) {
    return 'takes host names and IPv4 addresses; give a host with an IPv6 address a name';
  }
  if (addresses.some((one) => verifiesName(one) && isIP(new URL(one).hostname) !== 0)) {
    return 'takes host names in place of IP addresses with sslmode=verify-full, which compares the name with the certificate';
  }
  return null;
}

function verifiesName(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { searchParams } = new URL(address);
  // The driver takes both names.
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl');
  return mode === 'verify-full' || searchParams.get('sslrootcert') === 'system';
}
