/** Formats a key of the database for reading, such as 'Signed in' for 'signed_in'. */
export function formatKey(key: string): string {
  const text = key.replace(/_+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
