/** The two looks of the map. */
export type Theme = 'light' | 'dark';

/** Colours of the map: calm, so that markers, the route and the person's own place stand out. */
export type Palette = {
  sea: string;
  land: string;
  water: string;
  waterLabel: string;
  label: string;
  townLabel: string;
  sectorLabel: string;
  streetLabel: string;
  halo: string;
  /** Fill and edge by how important a street is. */
  motorway: string;
  motorwayEdge: string;
  main: string;
  mainEdge: string;
  street: string;
  streetEdge: string;
  path: string;
};

export const PALETTES: Record<Theme, Palette> = {
  light: {
    sea: '#b4dbea',
    land: '#f5f1ea',
    water: '#b4dbea',
    waterLabel: '#3f7d97',
    label: '#3c3a36',
    townLabel: '#2f2c28',
    sectorLabel: '#6b655d',
    streetLabel: '#57524b',
    halo: '#ffffff',
    motorway: '#fbcf7a',
    motorwayEdge: '#dfa548',
    main: '#ffe9b3',
    mainEdge: '#e2c583',
    street: '#ffffff',
    streetEdge: '#d8d2c7',
    path: '#e6dccb',
  },
  dark: {
    sea: '#0b1a2a',
    land: '#171d28',
    water: '#0b1a2a',
    waterLabel: '#5f8fb0',
    label: '#d7dbe3',
    townLabel: '#eef1f6',
    sectorLabel: '#9aa5b8',
    streetLabel: '#b6bfce',
    halo: '#131923',
    motorway: '#8a6a35',
    motorwayEdge: '#0f141d',
    main: '#5d5138',
    mainEdge: '#0f141d',
    street: '#333d4e',
    streetEdge: '#0f141d',
    path: '#2a3240',
  },
};
