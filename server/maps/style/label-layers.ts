import type {
  FilterSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { FONTS } from './fonts.ts';
import type { Palette } from './palette.ts';
import { MAP_SOURCE } from './street-layers.ts';

type Label = Pick<SymbolLayerSpecification, 'minzoom' | 'maxzoom'> & {
  id: string;
  filter: FilterSpecification;
  color: keyof Palette;
  halo?: { color: keyof Palette; width: number };
  layout: SymbolLayerSpecification['layout'];
};

/** Names of waters, sectors and towns: MapLibre places the labels of the last layer first. */
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
export function placeLabelLayers(palette: Palette): LayerSpecification[] {
  return LABELS.map(
    ({ color, halo = { color: 'halo', width: 1.4 }, layout, ...label }): LayerSpecification => ({
      ...label,
      type: 'symbol',
      source: MAP_SOURCE,
      'source-layer': 'places',
      layout: { 'text-field': ['get', 'label'], ...layout },
      paint: { 'text-color': palette[color], 'text-halo-color': palette[halo.color], 'text-halo-width': halo.width },
    }),
  );
}
