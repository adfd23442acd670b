import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  LineLayerSpecification,
  SymbolLayerSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { StreetClass } from '../map-data.ts';
import { FONTS, type Palette } from './palette.ts';

/** The one source of the style. */
export const MAP_SOURCE = 'map';

type Rank = {
  id: string;
  classes: StreetClass[];
  minzoom: number;
  /** Pixels at zoom 10, 14 and 18. */
  width: [number, number, number];
  color: 'street' | 'main' | 'motorway';
};

// From least to most important: later layers are on top at crossings.
const RANKS: Rank[] = [
  { id: 'minor', classes: ['residential', 'service'], minzoom: 13, width: [0.3, 2.2, 13], color: 'street' },
  { id: 'secondary', classes: ['secondary', 'tertiary'], minzoom: 10.5, width: [0.7, 3.6, 18], color: 'street' },
  { id: 'primary', classes: ['primary'], minzoom: 9.5, width: [1.1, 4.8, 22], color: 'street' },
  { id: 'trunk', classes: ['trunk'], minzoom: 8, width: [1.4, 5.6, 25], color: 'main' },
  { id: 'motorway', classes: ['motorway'], minzoom: 7, width: [1.6, 6, 26], color: 'motorway' },
];

const PATHS = { classes: ['pedestrian'] as StreetClass[], minzoom: 14 };

/** The classes of streets, and the zoom from which on each is drawn. */
export const STREET_RANKS: readonly Pick<Rank, 'classes' | 'minzoom'>[] = [PATHS, ...RANKS];

// The width of both edges of a street together.
const EDGE_PX = 1.6;

/** All streets: first every edge, then every fill, so that crossings stay open. */
export function streetLayers(palette: Palette): LayerSpecification[] {
  const edges = RANKS.map((rank) =>
    createLineLayer(`${rank.id}-edge`, rank, palette[`${rank.color}Edge`], widthByZoom(rank.width, EDGE_PX)),
  );
  const fills = RANKS.map((rank) =>
    createLineLayer(`${rank.id}-fill`, rank, palette[rank.color], widthByZoom(rank.width, 0)),
  );
  const pathWidth = interpolate(PATHS.minzoom, 1.4, 18, 9);
  return [createLineLayer('path', PATHS, palette.path, pathWidth), ...edges, ...fills];
}

const createLineLayer = (
  id: string,
  { classes, minzoom }: Pick<Rank, 'classes' | 'minzoom'>,
  color: string,
  width: ExpressionSpecification,
): LineLayerSpecification => ({
  id: `street-${id}`,
  type: 'line',
  source: MAP_SOURCE,
  'source-layer': 'streets',
  minzoom,
  filter: ['in', ['get', 'class'], ['literal', classes]],
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: { 'line-color': color, 'line-width': width },
});

/** @param stops zoom levels, each with its pixels */
const interpolate = (...stops: number[]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...stops,
];

const widthByZoom = ([far, middle, near]: Rank['width'], extra: number) =>
  interpolate(10, far + extra / 2, 14, middle + extra, 18, near + extra);

const STREET_LABELS = [
  { id: 'main', classes: ['motorway', 'trunk'], minzoom: 11.5 },
  { id: 'primary', classes: ['primary'], minzoom: 12.5 },
  { id: 'secondary', classes: ['secondary', 'tertiary'], minzoom: 13.5 },
  { id: 'minor', classes: ['residential', 'service', 'pedestrian'], minzoom: 15 },
];

/** Street names, the least important first, because MapLibre places the labels of the last layer first. */
export function streetLabelLayers(palette: Palette): LayerSpecification[] {
  return STREET_LABELS.map(({ id, classes, minzoom }) =>
    createLabelLayer(palette, 'streets', {
      id: `street-${id}-label`,
      minzoom,
      filter: ['all', ['in', ['get', 'class'], ['literal', classes]], ['!=', ['get', 'label'], '']],
      color: 'streetLabel',
      layout: {
        'symbol-placement': 'line',
        // At low zoom a name needs many tries to fit; at high zoom it would repeat too often.
        'symbol-spacing': ['step', ['zoom'], 110, 14, 220, 15, 320],
        'text-font': FONTS.medium,
        'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10.5, 15, 12, 18, 14.5],
        'text-letter-spacing': 0.01,
        'text-max-angle': 28,
        'text-padding': 2,
      },
    }),
  ).reverse();
}

const createLabelLayer = (
  palette: Palette,
  source: string,
  { color, halo = { color: 'halo', width: 1.4 }, layout, ...label }: Label,
): LayerSpecification => ({
  ...label,
  type: 'symbol',
  source: MAP_SOURCE,
  'source-layer': source,
  layout: { 'text-field': ['get', 'label'], ...layout },
  paint: { 'text-color': palette[color], 'text-halo-color': palette[halo.color], 'text-halo-width': halo.width },
});

type Label = Pick<SymbolLayerSpecification, 'minzoom' | 'maxzoom'> & {
  id: string;
  filter: FilterSpecification;
  color: keyof Palette;
  halo?: { color: keyof Palette; width: number };
  layout: SymbolLayerSpecification['layout'];
};

/** Names of waters, sectors and towns: MapLibre places the labels of the last layer first. */
const PLACE_LABELS: Label[] = [
  {
    id: 'water-label',
    minzoom: 7,
    filter: ['any', ['==', ['get', 'kind'], 'sea'], ['all', ['==', ['get', 'kind'], 'river'], ['>=', ['zoom'], 12]]],
    color: 'waterLabel',
    halo: { color: 'sea', width: 1 },
    layout: {
      'text-font': FONTS.italic,
      'text-size': ['match', ['get', 'kind'], 'sea', 13, 11.5],
      'text-letter-spacing': ['match', ['get', 'kind'], 'sea', 0.14, 0.04],
      'text-max-width': 12,
    },
  },
  {
    id: 'sector-label',
    minzoom: 12.4,
    maxzoom: 17.5,
    filter: ['==', ['get', 'kind'], 'sector'],
    color: 'sectorLabel',
    layout: {
      'symbol-sort-key': ['get', 'rank'],
      'text-font': FONTS.medium,
      'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10.5, 15, 13, 17, 15],
      'text-letter-spacing': 0.04,
      'text-max-width': 7,
      'text-padding': 3,
    },
  },
  {
    id: 'town-label',
    maxzoom: 13,
    filter: ['==', ['get', 'kind'], 'city'],
    color: 'townLabel',
    halo: { color: 'halo', width: 1.6 },
    layout: {
      'symbol-sort-key': ['get', 'rank'],
      'text-font': FONTS.semibold,
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        7,
        ['case', ['<', ['get', 'rank'], 3], 13, 10.5],
        12,
        ['case', ['<', ['get', 'rank'], 3], 18, 14],
      ],
      'text-max-width': 8,
      'text-padding': 8,
    },
  },
];

/** Labels of places. Points of interest have no names, as on the Google map. */
export const placeLabelLayers = (palette: Palette): LayerSpecification[] =>
  PLACE_LABELS.map((label) => createLabelLayer(palette, 'places', label));
