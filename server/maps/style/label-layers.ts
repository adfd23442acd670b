import type {
  CircleLayerSpecification,
  FilterSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { FONTS } from './fonts.ts';
import type { Palette } from './palette.ts';

const IS_STATION: FilterSpecification = ['==', ['get', 'kind'], 'metro'];

/** Names of towns, sectors and waters. Points of interest have no names, as on the Google map. */
export function placeLabelLayers(palette: Palette): LayerSpecification[] {
  return [
    stationDots(palette),
    waterLabels(palette),
    stationLabels(palette),
    sectorLabels(palette),
    townLabels(palette),
  ];
}

/** Metro stations help with orientation: a small dot, with a name at high zoom only. */
function stationDots(palette: Palette): CircleLayerSpecification {
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

function stationLabels(palette: Palette): SymbolLayerSpecification {
  return {
    id: 'station-label',
    type: 'symbol',
    source: 'places',
    minzoom: 15,
    filter: IS_STATION,
    layout: {
      'text-field': ['get', 'label'],
      'text-font': FONTS.medium,
      'text-size': 11,
      'text-anchor': 'top',
      'text-offset': [0, 0.7],
      'text-max-width': 9,
    },
    paint: { 'text-color': palette.station, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
  };
}

function sectorLabels(palette: Palette): SymbolLayerSpecification {
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
      'text-padding': 3,
    },
    paint: { 'text-color': palette.sectorLabel, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
  };
}

function townLabels(palette: Palette): SymbolLayerSpecification {
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

function waterLabels(palette: Palette): SymbolLayerSpecification {
  return {
    id: 'water-label',
    type: 'symbol',
    source: 'places',
    minzoom: 7,
    filter: ['any', ['==', ['get', 'kind'], 'sea'], ['all', ['==', ['get', 'kind'], 'river'], ['>=', ['zoom'], 12]]],
    layout: {
      'text-field': ['get', 'label'],
      'text-font': FONTS.italic,
      'text-size': ['match', ['get', 'kind'], 'sea', 13, 11.5],
      'text-letter-spacing': ['match', ['get', 'kind'], 'sea', 0.14, 0.04],
      'text-max-width': 12,
    },
    paint: { 'text-color': palette.waterLabel, 'text-halo-color': palette.sea, 'text-halo-width': 1 },
  };
}
