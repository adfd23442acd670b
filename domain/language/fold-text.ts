/** The text without accents and case, to search in. The database has the same as `private.fold_text`. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
