/**
 * Without a glyph server MapLibre draws labels with the device's fonts. It uses this list as a CSS font family, and reads
 * weight and slant from the first name only. The product's web font comes next, then fonts with Spanish accents that
 * every device has.
 */
const createFontStack = (weight: string) => [
  `Figtree ${weight}`,
  'Figtree Variable',
  'system-ui',
  'Roboto',
  'Helvetica Neue',
  'Arial',
];

export const FONTS = {
  medium: createFontStack('Medium'),
  semibold: createFontStack('Semibold'),
  italic: createFontStack('Medium Italic'),
};
