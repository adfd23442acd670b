const MASK = '[hidden]';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Takes the vendor's credentials out of JSON values: of texts, numbers and names of fields, at any depth. */
export type Redact = (value: unknown) => unknown;

/** @param credentials what must not be in any answer; the app id is short, so it counts as a whole word only */
export function createRedact({ appId, secret }: { appId: string; secret: string }): Redact {
  const forms = [secret, encodeURIComponent(secret), btoa(String.fromCharCode(...new TextEncoder().encode(secret)))];
  const hidden = new RegExp(`${forms.map(escaped).join('|')}|(?<![\\w-])${escaped(appId)}(?![\\w-])`, 'gi');
  const inText = (text: string) => text.replaceAll(hidden, MASK);
  return function redact(value: unknown): unknown {
    if (typeof value === 'string') return inText(value);
    if (typeof value === 'number') return String(value) === secret ? MASK : value;
    if (Array.isArray(value)) return value.map(redact);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [inText(name), redact(inner)]));
  };
}
