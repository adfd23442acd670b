import { m } from '#messages';

/** How signs lie on paper; `signs.css` has their sizes. */
export type SignLayout = 'a6-sheet' | 'a5-sheet' | 'a6' | 'a5';

export const LAYOUT_LABELS: Record<SignLayout, string> = {
  'a6-sheet': m.signs_layout_a6_sheet(),
  'a5-sheet': m.signs_layout_a5_sheet(),
  a6: m.signs_layout_a6(),
  a5: m.signs_layout_a5(),
};

const SIGNS_ON_SHEET: Record<SignLayout, number> = { 'a6-sheet': 4, 'a5-sheet': 2, a6: 1, a5: 1 };

/** The spaces of each sheet of paper. */
export function splitIntoSheets<Space>(spaces: readonly Space[], layout: SignLayout): Space[][] {
  const size = SIGNS_ON_SHEET[layout];
  return Array.from({ length: Math.ceil(spaces.length / size) }, (_, index) =>
    spaces.slice(index * size, (index + 1) * size),
  );
}
