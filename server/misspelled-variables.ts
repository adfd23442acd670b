import { closestMatch } from 'leven';
import { OperatorError } from './operator-error.ts';

/** Only variables of Parqueo begin like this. */
const OWN_PREFIXES = [
  ...['AZUL_', 'DGII_', 'LOCK_VENDOR_', 'PAYPAL_', 'PUBLISHABLE_', 'SUPPORT_', 'TRUSTED_PROX'],
  ...['DATABASE_READ', 'DATABASE_REPLICA'],
];
/** Hosting platforms set it, and its name is close to one of ours. */
const OF_PLATFORMS = new Set(['DATABASE_SSL']);
/** Kubernetes sets these for each of its services, and a service may have the name of a provider. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT(_|$)/;
/** Shorter names are close to too many others. */
const LONG_NAME = 12;

/** Whether two neighbouring letters changed places, which Levenshtein's distance counts as two mistakes. */
function isSwapped(name: string, meant: string): boolean {
  const first = [...name].findIndex((letter, index) => letter !== meant[index]);
  const swapped = name.slice(0, first) + name[first + 1] + name[first] + name.slice(first + 2);
  return first !== -1 && swapped === meant;
}

/**
 * Finds variables that are surely meant for the product, and have a name that it does not know. The environment also has
 * variables of others, which are none of our business.
 * @throws OperatorError that names the first one
 */
export function rejectMisspelledVariables(names: readonly string[], ours: readonly string[]): void {
  for (const name of names) {
    if (ours.includes(name) || !name.includes('_') || OF_PLATFORMS.has(name)) continue;
    const swapped = ours.find((own) => isSwapped(name, own));
    const meant = swapped ?? closestMatch(name, ours, { maxDistance: name.length < LONG_NAME ? 1 : 2 });
    if (meant !== undefined) throw new OperatorError(`${name} is no variable of Parqueo; did you mean ${meant}?`);
    const isOwn = OWN_PREFIXES.some((prefix) => name.startsWith(prefix)) && !OF_KUBERNETES.test(name);
    if (isOwn) throw new OperatorError(`${name} is no variable of Parqueo; docs/settings.md has all of them`);
  }
}
