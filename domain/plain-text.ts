// Texts as people type and paste them. supabase/schemas/*_foundation.sql has the same rules.

/**
 * Marks that turn the direction of text around, and letters that nobody sees: people paste them without knowing. Joiners stay
 * where they change what is seen, after a letter of Persian or Hindi and within an emoji.
 */
const UNSEEN =
  /\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]|(?<!\ufe0f|[\u0600-\u109f\u1780-\u18af\u2190-\u2bff\ua840-\uabff\u{1f000}-\u{1faff}])(?:\u200c|\u200d)/gu;

export const stripUnseen = (text: string): string => text.replaceAll(UNSEEN, '');

const HYPHENS = /[\u2010\u2011]/g;
const WIDE_BLANKS = /[\u00a0\u2007\u202f]/g;

/** A typed text without what nobody sees, and with the hyphens and blanks of a keyboard for those that only prevent a line break. */
export const toTypedText = (text: string): string =>
  stripUnseen(text).replaceAll(HYPHENS, '-').replaceAll(WIDE_BLANKS, ' ');

const QUOTES = /["'`\u00ab\u00b4\u00bb\u02b9\u02bb\u02bc\u02c8\u2018-\u201f\u2032\u2033\u2039\u203a\uff02\uff07]/g;
const BLANKS = /[ \u1680\p{Cc}\u2028\u2029]+/gu;
const MARKS = /\u200c|\u200d|[\u0300-\u036f\ufe00-\ufe0f]/g;
const DASHES = / ?[\u2010-\u2015\u2043\u2212-] ?/g;
const LETTERS: Record<string, string> = { æ: 'ae', œ: 'oe', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' };

/** A text to search in: without accents, case, quotes and ligatures, with one kind of dash and blank, as `private.fold_text` has it. */
export function foldText(text: string): string {
  return stripUnseen(text)
    .replace(QUOTES, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[æœßøłđıς]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(BLANKS, ' ')
    .replace(DASHES, '-')
    .trim();
}

/** The words of a search, as they stand in a folded text. */
export const toSearchWords = (search: string): string[] => foldText(search).split(' ').filter(Boolean);

/** Finds whether texts have all words of a search, in any order, each as a part of a word. */
export function createTextFilter(search: string) {
  const words = toSearchWords(search);
  return (...texts: readonly (string | null)[]): boolean => {
    const folded = foldText(texts.join(' '));
    return words.every((word) => folded.includes(word));
  };
}

/** A number or a plate without the blanks and dashes that people put into it. */
export const stripSeparators = (text: string): string => stripUnseen(text).replaceAll(/[\s\u2010-\u2015\u2212-]/g, '');
