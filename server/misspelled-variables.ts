import { closestMatch } from 'leven';
import { OperatorError } from './operator-error.ts';

/** Vendors after whom nobody else names variables. */
const OWN_PREFIXES = ['AZUL_', 'LOCK_VENDOR_', 'PAYPAL_'];
/** What Kubernetes sets for a service, which may have one of those names. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT(_|$)/;
/** A short name is close to too many others. */
const LONG_NAME = 12;

/**
 * Finds variables that are surely meant for the product, and have a name that it does not know. The environment also has
 * variables of others, which are none of our business.
 * @throws OperatorError that names the first one
 */
export function rejectMisspelledVariables(names: readonly string[], ours: readonly string[]): void {
  for (const name of names) {
    if (ours.includes(name) || !name.includes('_')) continue;
    const meant = closestMatch(name, ours, { maxDistance: name.length < LONG_NAME ? 1 : 2 });
    if (meant !== undefined) throw new OperatorError(`${name} is no variable of Parqueo; did you mean ${meant}?`);
    const isOwn = OWN_PREFIXES.some((prefix) => name.startsWith(prefix)) && !OF_KUBERNETES.test(name);
    if (isOwn) throw new OperatorError(`${name} is no variable of Parqueo; README.md has all of them`);
  }
}
