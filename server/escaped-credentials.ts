/** Everything up to the host, with at most one @, and none after it. */
const ONE_AT = /^[^:]+:\/\/([^@/?#]*@)?[^@]*$/;

/** Whether user and password end where they seem to: else a part of the password is taken for the host. */
export function hasEscapedCredentials(address: string): boolean {
  try {
    decodeURIComponent(address);
  } catch {
    // A per cent sign that begins no escape.
    return false;
  }
  return ONE_AT.test(address);
}
