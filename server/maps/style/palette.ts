import { LAND_COLORS } from '../../../domain/zones/map.ts';

export type Theme = 'light' | 'dark';

/** Calm colours, so that markers, the route and the user's position stand out. */
const LIGHT = {
  sea: '#b4dbea',
  land: LAND_COLORS.light,
  water: '#b4dbea',
  waterLabel: '#3f7d97',
  townLabel: '#2f2c28',
  sectorLabel: '#6b655d',
  streetLabel: '#57524b',
  halo: '#ffffff',
  /** Fill and edge by class of street. */
  motorway: '#fbcf7a',
  motorwayEdge: '#dfa548',
  main: '#ffe9b3',
  mainEdge: '#e2c583',
  street: '#ffffff',
  streetEdge: '#d8d2c7',
  path: '#e6dccb',
};

export type Palette = Record<keyof typeof LIGHT, string>;

const DARK: Palette = {
  sea: '#0e2940',
  land: LAND_COLORS.dark,
  water: '#0e2940',
  waterLabel: '#76a9cc',
  townLabel: '#eef1f6',
  sectorLabel: '#9aa5b8',
  streetLabel: '#b6bfce',
  halo: '#161b24',
  motorway: '#94733a',
  motorwayEdge: '#12161e',
  main: '#6b5c3c',
  mainEdge: '#12161e',
  street: '#3b4557',
  streetEdge: '#12161e',
  path: '#2c3442',
};

export const PALETTES: Record<Theme, Palette> = { light: LIGHT, dark: DARK };

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
