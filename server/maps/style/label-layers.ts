import type {
  CircleLayerSpecification,
  FilterSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { FONTS } from './fonts.ts';
import type { Palette } from './palette.ts';

const IS_STATION: FilterSpecification = ['==', ['get', 'kind'], 'metro'];

type Label = Pick<SymbolLayerSpecification, 'minzoom' | 'maxzoom'> & {
  id: string;
  filter: FilterSpecification;
  color: keyof Palette;
  halo?: { color: keyof Palette; width: number };
  layout: SymbolLayerSpecification['layout'];
};

/** Names of waters, metro stations, sectors and towns: MapLibre places the labels of the last layer first. */
const LABELS: Label[] = [
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
    id: 'station-label',
    minzoom: 15,
    filter: IS_STATION,
    color: 'station',
    layout: {
      'text-font': FONTS.medium,
      'text-size': 11,
      'text-anchor': 'top',
      'text-offset': [0, 0.7],
      'text-max-width': 9,
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

/** Labels of places and dots of metro stations. Points of interest have no names, as on the Google map. */
export function placeLabelLayers(palette: Palette): LayerSpecification[] {
  const labels = LABELS.map(
    ({ color, halo = { color: 'halo', width: 1.4 }, layout, ...label }): LayerSpecification => ({
      ...label,
      type: 'symbol',
      source: 'places',
      layout: { 'text-field': ['get', 'label'], ...layout },
      paint: { 'text-color': palette[color], 'text-halo-color': palette[halo.color], 'text-halo-width': halo.width },
    }),
  );
  return [createStationDots(palette), ...labels];
}

function createStationDots(palette: Palette): CircleLayerSpecification {
  return {
    id: 'station-dot',
    type: 'circle',
    source: 'places',
    minzoom: 13.5,
    filter: IS_STATION,
    paint: {
      'circle-color': palette.station,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 13.5, 2.2, 17, 5],
      'circle-stroke-color': palette.halo,
      'circle-stroke-width': 1.5,
    },
  };
}
