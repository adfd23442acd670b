/** Removes characters that PostgreSQL cannot store: zero bytes and lone surrogates. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '\ufffd');
}
