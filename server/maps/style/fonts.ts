/**
 * Without a glyph server MapLibre draws labels from the device's fonts: it hands this list to the browser as a CSS font
 * family, adds `sans-serif`, and reads weight and slant off the words in the first name only. So the first name carries
 * the weight, the product's own web font follows, and then what every phone and computer has, all with Spanish accents.
 */
const fontStack = (weight: string) => [
  `Figtree ${weight}`,
  'Figtree Variable',
  'system-ui',
  'Roboto',
  'Helvetica Neue',
  'Arial',
];

export const FONTS = {
  medium: fontStack('Medium'),
  semibold: fontStack('Semibold'),
  italic: fontStack('Medium Italic'),
};
