const MASK = '[hidden]';

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Removes the vendor's credentials from JSON values: from texts, numbers and property names at any depth. */
type Redact = (value: unknown) => unknown;

/** The app id is short, so it is removed only where it is a whole word. */
export function createRedact({ appId, secret }: { appId: string; secret: string }): Redact {
  const forms = [secret, encodeURIComponent(secret), btoa(String.fromCharCode(...new TextEncoder().encode(secret)))];
  const hidden = new RegExp(`${forms.map(escapeRegExp).join('|')}|(?<![\\w-])${escapeRegExp(appId)}(?![\\w-])`, 'gi');
  const redactText = (text: string) => text.replaceAll(hidden, MASK);
  return function redact(value: unknown): unknown {
    if (typeof value === 'string') return redactText(value);
    if (typeof value === 'number') return String(value) === secret ? MASK : value;
    if (Array.isArray(value)) return value.map(redact);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redactText(name), redact(inner)]));
  };
}
