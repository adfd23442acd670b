const ADDRESS = /^(?<start>[^:]+:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/s;

/** `postgres://user@one:5432,two:5432/parqueo` names several hosts, as libpq takes them: one address for each. */
export function splitHosts(address: string): string[] {
  const { start = '', hosts = '', rest = '' } = ADDRESS.exec(address)?.groups ?? {};
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [address];
}

/** What to write in place of an encryption that a network on the way can refuse; null when there is none. */
export function explainOptionalEncryption(address: string): string | null {
  const isOptional = splitHosts(address).some((one) => {
    if (!URL.canParse(one)) return false;
    const { searchParams } = new URL(one);
    return /^(prefer|allow)$/.test(searchParams.get('sslmode') ?? searchParams.get('ssl') ?? '');
  });
  return isOptional ? 'takes sslmode=verify-full, require or disable' : null;
}
