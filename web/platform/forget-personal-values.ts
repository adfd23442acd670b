/**
 * What this device keeps of whoever is signed in, for times without a connection: tickets with their links, the stay under
 * way with its plate, a reservation that is filled in, the balance. The end of a stay that the server does not have yet is
 * not among them, because it is still to be sent.
 */
const PERSONAL_KEY = /^parqueo\.(tickets|current-session|kept-stay|wallet)\.(?!guest$)/;

/** The next user of this device must not see any of it. */
export function forgetPersonalValues(): void {
  for (const key of Object.keys(localStorage)) if (PERSONAL_KEY.test(key)) localStorage.removeItem(key);
}
