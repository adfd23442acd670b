import type {
  GeoJSONSourceSpecification,
  LayerSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { m } from '#messages';
import type { Language } from '../../../domain/language/languages.ts';
import { GEONAMES_URL, OPENSTREETMAP_URL } from '../../../domain/maps/built-in-map.ts';
import { placeLabelLayers } from './label-layers.ts';
import { PALETTES, type Theme } from './palette.ts';
import { streetLabelLayers, streetLayers } from './street-layers.ts';

const OPENSTREETMAP = `href="${OPENSTREETMAP_URL}" target="_blank" rel="noopener"`;
const GEONAMES = `<a href="${GEONAMES_URL}" target="_blank" rel="noopener">GeoNames</a>`;

const createAttribution = (locale: Language) =>
  `<a ${OPENSTREETMAP}>${m.map_attribution_openstreetmap({}, { locale })}</a>, ${GEONAMES}`;

const SANTO_DOMINGO: [number, number] = [-69.9312, 18.4861];
// Streets are accurate to about 10 m, so higher zooms would add no detail.
const MAX_DATA_ZOOM = 14;

/**
 * Creates a MapLibre style. It has no `glyphs`, so labels use the device's fonts.
 * @param dataUrl returns the URL of `land`, `water`, `streets` or `places`
 * @param locale of the attribution; names on the map are those of the places
 */
export function createMapStyle(
  theme: Theme,
  dataUrl: (name: string) => string,
  locale: Language = 'en',
): StyleSpecification {
  const attribution = createAttribution(locale);
  const palette = PALETTES[theme];
  const source = (name: string): GeoJSONSourceSpecification => ({
    type: 'geojson',
    data: dataUrl(name),
    attribution,
    maxzoom: MAX_DATA_ZOOM,
  });
  return {
    version: 8,
    name: `Parqueo ${theme}`,
    center: SANTO_DOMINGO,
    zoom: 13,
    sources: { land: source('land'), water: source('water'), streets: source('streets'), places: source('places') },
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
function createAreaLayers(source: 'land' | 'water', color: string): LayerSpecification[] {
  return [
    { id: source, type: 'fill', source, paint: { 'fill-color': color, 'fill-antialias': false } },
    { id: `${source}-edge`, type: 'line', source, paint: { 'line-color': color, 'line-width': 1 } },
  ];
}
