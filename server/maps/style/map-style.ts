import type {
  GeoJSONSourceSpecification,
  LayerSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { placeLabelLayers } from './label-layers.ts';
import { PALETTES, type Theme } from './palette.ts';
import { streetLabelLayers, streetLayers } from './street-layers.ts';

export const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>, ' +
  '<a href="https://www.geonames.org/" target="_blank" rel="noopener">GeoNames</a>';

const SANTO_DOMINGO: [number, number] = [-69.9312, 18.4861];
// Streets are known to about 10 m, so finer tiles than this would add nothing.
const MAX_DATA_ZOOM = 14;

/**
 * The map's style for MapLibre. It has no `glyphs`: labels are drawn from the device's own fonts.
 * @param dataUrl the address that `land`, `water`, `streets` and `places` are found under, with `{name}` for the name
 */
export function createMapStyle(theme: Theme, dataUrl: (name: string) => string): StyleSpecification {
  const palette = PALETTES[theme];
  const source = (name: string): GeoJSONSourceSpecification => ({
    type: 'geojson',
    data: dataUrl(name),
    attribution: ATTRIBUTION,
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
      // Two pieces of land meet at the edge of the city box: an outline in another colour would show as a frame.
      ...area('land', palette.land),
      ...area('water', palette.water),
      ...streetLayers(palette),
      ...streetLabelLayers(palette),
      ...placeLabelLayers(palette),
    ],
  };
}

/**
 * An area whose edge is drawn as a line is. The smooth edge of a fill would be another program for the graphics card, and
 * each is a tenth of a second of a slow phone's start.
 */
function area(source: 'land' | 'water', color: string): LayerSpecification[] {
  return [
    { id: source, type: 'fill', source, paint: { 'fill-color': color, 'fill-antialias': false } },
    { id: `${source}-edge`, type: 'line', source, paint: { 'line-color': color, 'line-width': 1 } },
  ];
}
