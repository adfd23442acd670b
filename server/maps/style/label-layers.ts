import type { LayerSpecification, SymbolLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { FONTS } from './fonts.ts';
import type { Palette } from './palette.ts';

/** Names of towns, sectors and waters. Shops, hospitals and other points of interest stay unnamed, as on the product's other map. */
export function placeLabelLayers(palette: Palette): LayerSpecification[] {
  return [waters(palette), sectors(palette), towns(palette)];
}

function sectors(palette: Palette): SymbolLayerSpecification {
  return {
    id: 'sector-label',
    type: 'symbol',
    source: 'places',
    minzoom: 12.4,
    maxzoom: 17.5,
    filter: ['==', ['get', 'kind'], 'sector'],
    layout: {
      'symbol-sort-key': ['get', 'rank'],
      'text-field': ['get', 'label'],
      'text-font': FONTS.medium,
      'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10.5, 15, 13, 17, 15],
      'text-letter-spacing': 0.04,
      'text-max-width': 7,
      'text-padding': 10,
    },
    paint: { 'text-color': palette.sectorLabel, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
  };
}

function towns(palette: Palette): SymbolLayerSpecification {
  return {
    id: 'town-label',
    type: 'symbol',
    source: 'places',
    maxzoom: 13,
    filter: ['==', ['get', 'kind'], 'city'],
    layout: {
      'symbol-sort-key': ['get', 'rank'],
      'text-field': ['get', 'label'],
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
    paint: { 'text-color': palette.townLabel, 'text-halo-color': palette.halo, 'text-halo-width': 1.6 },
  };
}

function waters(palette: Palette): SymbolLayerSpecification {
  return {
    id: 'water-label',
    type: 'symbol',
    source: 'places',
    minzoom: 7,
    filter: ['any', ['==', ['get', 'kind'], 'sea'], ['all', ['==', ['get', 'kind'], 'river'], ['>=', ['zoom'], 12]]],
    layout: {
      'text-field': ['get', 'label'],
      'text-font': FONTS.italic,
      'text-size': ['match', ['get', 'kind'], 'sea', 14, 11.5],
      'text-letter-spacing': ['match', ['get', 'kind'], 'sea', 0.14, 0.04],
      'text-max-width': 6,
    },
    paint: { 'text-color': palette.waterLabel, 'text-halo-color': palette.sea, 'text-halo-width': 1 },
  };
}
