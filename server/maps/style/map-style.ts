import type { LayerSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { m } from '#messages';
import type { Language } from '../../../domain/language/languages.ts';
import { GEONAMES_URL, MAP_START, OPENSTREETMAP_URL } from '../../../domain/zones/map.ts';
import { MAX_TILE_ZOOM } from './map-layers.ts';
import { PALETTES, type Theme } from './palette.ts';
import { MAP_SOURCE, placeLabelLayers, streetLabelLayers, streetLayers } from './style-layers.ts';

const OPENSTREETMAP = `href="${OPENSTREETMAP_URL}" target="_blank" rel="noopener"`;
const GEONAMES = `<a href="${GEONAMES_URL}" target="_blank" rel="noopener">GeoNames</a>`;

const createAttribution = (locale: Language) =>
  `<a ${OPENSTREETMAP}>${m.map_attribution_openstreetmap({}, { locale })}</a>, ${GEONAMES}`;

/** The content type of Mapbox's vector tiles. */
export const TILE_TYPE = 'application/vnd.mapbox-vector-tile';

/**
 * Creates a MapLibre style. It has no `glyphs`, so labels use the device's fonts.
 * @param tilesUrl of a tile, with `{z}`, `{x}` and `{y}`
 * @param locale of the attribution; names on the map are those of the places
 */
export function createMapStyle(theme: Theme, tilesUrl: string, locale: Language = 'en'): StyleSpecification {
  const palette = PALETTES[theme];
  return {
    version: 8,
    name: `Parqueo ${theme}`,
    center: [MAP_START.lng, MAP_START.lat],
    zoom: MAP_START.zoom,
    sources: {
      [MAP_SOURCE]: {
        type: 'vector',
        tiles: [tilesUrl],
        maxzoom: MAX_TILE_ZOOM,
        attribution: createAttribution(locale),
      },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': palette.sea } },
      // Two areas of land meet at the edge of the city, where an outline in another colour would be visible.
      ...createAreaLayers('land', palette.land),
      ...createAreaLayers('water', palette.water),
      ...streetLayers(palette),
      ...streetLabelLayers(palette),
      ...placeLabelLayers(palette),
    ],
  };
}

/**
 * An area with its edge as a line. An antialiased fill needs another shader program, which costs a slow phone a tenth of a
 * second at the start.
 */
function createAreaLayers(name: 'land' | 'water', color: string): LayerSpecification[] {
  const source = { source: MAP_SOURCE, 'source-layer': name };
  return [
    { id: name, type: 'fill', ...source, paint: { 'fill-color': color, 'fill-antialias': false } },
    { id: `${name}-edge`, type: 'line', ...source, paint: { 'line-color': color, 'line-width': 1 } },
  ];
}
