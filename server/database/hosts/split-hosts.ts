const ADDRESS = /^(?<start>[^:]+:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/s;

/** `postgres://user@one:5432,two:5432/parqueo` names several hosts, as libpq takes them: one address for each. */
export function splitHosts(address: string): string[] {
  const { start = '', hosts = '', rest = '' } = ADDRESS.exec(address)?.groups ?? {};
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [address];
}
