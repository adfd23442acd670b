import { latest } from '@maplibre/maplibre-gl-style-spec';
import type { Plugin } from 'vite';
import { leavingOut, type Replaced, type Unreached } from './left-out.ts';

/** By the reason why the map that is built in never gets there. */
const UNREACHED: Unreached = {
  'the map is flat: neither a globe nor another projection than the usual one': [
    'maplibre-gl/src/geo/projection/crs.ts',
    'maplibre-gl/src/geo/projection/globe_camera_helper.ts',
    'maplibre-gl/src/geo/projection/globe_projection.ts',
    'maplibre-gl/src/geo/projection/globe_transform.ts',
    'maplibre-gl/src/geo/projection/vertical_perspective_*',
    'maplibre-gl/src/shaders/glsl/_projection_globe*',
    'maplibre-gl/src/source/projection_handler_worker.ts',
    'maplibre-gl/src/util/geojson_reproject.ts',
  ],
  'it has no mountains and no air': [
    'maplibre-gl/src/render/terrain.ts',
    'maplibre-gl/src/webgl/draw/draw_terrain.ts',
    'maplibre-gl/src/webgl/program/atmosphere_program.ts',
    'maplibre-gl/src/webgl/program/sky_program.ts',
    'maplibre-gl/src/webgl/render_to_texture.ts',
    'maplibre-gl/src/shaders/glsl/atmosphere*',
    'maplibre-gl/src/shaders/glsl/depth*',
    'maplibre-gl/src/shaders/glsl/sky*',
    'maplibre-gl/src/shaders/glsl/terrain*',
  ],
  'its layers are backgrounds, circles, fills, lines and symbols': [
    'maplibre-gl/src/style/style_layer/color_relief_style_layer.ts',
    'maplibre-gl/src/style/style_layer/custom_style_layer.ts',
    'maplibre-gl/src/style/style_layer/fill_extrusion_style_layer.ts',
    'maplibre-gl/src/style/style_layer/heatmap_style_layer.ts',
    'maplibre-gl/src/style/style_layer/hillshade_style_layer.ts',
    'maplibre-gl/src/style/style_layer/raster_style_layer.ts',
    'maplibre-gl/src/webgl/draw/draw_color_relief.ts',
    'maplibre-gl/src/webgl/draw/draw_custom.ts',
    'maplibre-gl/src/webgl/draw/draw_fill_extrusion.ts',
    'maplibre-gl/src/webgl/draw/draw_heatmap.ts',
    'maplibre-gl/src/webgl/draw/draw_hillshade.ts',
    'maplibre-gl/src/webgl/draw/draw_raster.ts',
    'maplibre-gl/src/webgl/program/color_relief_program.ts',
    'maplibre-gl/src/webgl/program/fill_extrusion_program.ts',
    'maplibre-gl/src/webgl/program/heatmap_program.ts',
    'maplibre-gl/src/webgl/program/hillshade_program.ts',
    'maplibre-gl/src/webgl/program/raster_program.ts',
    'maplibre-gl/src/shaders/glsl/color_relief*',
    'maplibre-gl/src/shaders/glsl/fill_extrusion*',
    'maplibre-gl/src/shaders/glsl/heatmap*',
    'maplibre-gl/src/shaders/glsl/hillshade*',
    'maplibre-gl/src/shaders/glsl/raster*',
  ],
  'those are of one colour each, without pictures, patterns, gradients and dashes': [
    'maplibre-gl/src/webgl/draw/draw_layer_opacity.ts',
    'maplibre-gl/src/webgl/program/layer_opacity_program.ts',
    'maplibre-gl/src/shaders/glsl/background_pattern*',
    'maplibre-gl/src/shaders/glsl/fill_outline_pattern*',
    'maplibre-gl/src/shaders/glsl/fill_pattern*',
    'maplibre-gl/src/shaders/glsl/layer_opacity*',
    'maplibre-gl/src/shaders/glsl/line_gradient*',
    'maplibre-gl/src/shaders/glsl/line_pattern*',
    'maplibre-gl/src/shaders/glsl/line_sdf*',
    'maplibre-gl/src/shaders/glsl/symbol_icon*',
    'maplibre-gl/src/shaders/glsl/symbol_text_and_icon*',
    'maplibre-gl/src/style/load_sprite.ts',
  ],
  'its sources are GeoJSON, which is only ever set as a whole': [
    'maplibre-gl/src/source/canvas_source.ts',
    'maplibre-gl/src/source/geojson_source_diff.ts',
    'maplibre-gl/src/source/image_source.ts',
    'maplibre-gl/src/source/raster_dem_tile_source.ts',
    'maplibre-gl/src/source/raster_dem_tile_worker_source.ts',
    'maplibre-gl/src/source/raster_tile_source.ts',
    'maplibre-gl/src/source/vector_tile_mlt.ts',
    'maplibre-gl/src/source/vector_tile_overzoomed.ts',
    'maplibre-gl/src/source/vector_tile_source.ts',
    'maplibre-gl/src/source/video_source.ts',
    'maplibre-gl/src/tile/tile_manager_raster.ts',
    'maplibre-gl/src/tile/tile_manager_raster_dem.ts',
  ],
  'its expressions compare, choose and interpolate, and do no more': [
    '@maplibre/maplibre-gl-style-spec/dist/expression/definitions/collator.mjs',
    '@maplibre/maplibre-gl-style-spec/dist/expression/definitions/distance.mjs',
    '@maplibre/maplibre-gl-style-spec/dist/expression/definitions/index_of.mjs',
    '@maplibre/maplibre-gl-style-spec/dist/expression/definitions/number_format.mjs',
    '@maplibre/maplibre-gl-style-spec/dist/expression/definitions/slice.mjs',
    '@maplibre/maplibre-gl-style-spec/dist/expression/definitions/within.mjs',
  ],
  'no property is a function from before there were expressions': [
    '@maplibre/maplibre-gl-style-spec/dist/function/index.mjs',
  ],
  'only points and lines are named': ['maplibre-gl/src/util/find_pole_of_inaccessibility.ts'],
  'the address of the page says nothing about the map, and the map nothing about its maker': [
    'maplibre-gl/src/ui/control/logo_control.ts',
    'maplibre-gl/src/ui/hash.ts',
  ],
  'nobody asks it what it shows at a point': ['maplibre-gl/src/source/query_features.ts'],
  'nobody looks for faults in the library': [
    'maplibre-gl/src/webgl/draw/draw_collision_debug.ts',
    'maplibre-gl/src/webgl/draw/draw_debug.ts',
    'maplibre-gl/src/webgl/program/debug_program.ts',
    'maplibre-gl/src/shaders/glsl/collision_*',
    'maplibre-gl/src/shaders/glsl/debug*',
  ],
};

/** The groups of properties that are read when the map starts; the others are those of what is left out. */
const READ_GROUPS = /^((paint|layout)_(background|circle|fill|line|symbol)|light|sky|projection|\$root|\$version)$/;
const reference = Object.fromEntries(Object.entries(latest).filter(([group]) => READ_GROUPS.test(group)));

const REPLACED: Replaced = {
  '@maplibre/maplibre-gl-style-spec/dist/reference/v8.mjs': `export default ${JSON.stringify(reference)};`,
  // Labels are drawn with the fonts of the device and of the page.
  'maplibre-gl/src/render/font_face_manager.ts': `
    export class FontFaceManager {
      hasFontFaces() { return false; }
      setFontFaces() {}
      destroy() {}
    }`,
  // The tests of the server validate both built-in styles.
  'maplibre-gl/src/style/validate_style.ts': `
    export const validateStyle = {};
    export const SPEC_SOURCE_TYPES = new Set();
    const isFaulty = () => false;
    export { isFaulty as emitValidationErrors, isFaulty as validateAndEmit, isFaulty as validateStyleAndEmit };`,
  // No image is ever asked for.
  'maplibre-gl/src/util/image_request.ts': `
    const nothing = () => {};
    export const ImageRequest = { addThrottleControl: nothing, removeThrottleControl: nothing };`,
  // The sky starts where the ground ends, which no angle of view shows that people can choose.
  'maplibre-gl/src/webgl/draw/draw_sky.ts': `
    const nothing = () => {};
    export { nothing as drawSky, nothing as drawAtmosphere };`,
};

/**
 * Leaves out of MapLibre what the built-in map does not use. A style of the operator's own may need any of it: such a map
 * gets the finished library (web/map/open/whole-map-library.ts).
 */
export function withoutUnusedMapParts(): Plugin {
  return leavingOut('without-unused-map-parts', UNREACHED, REPLACED);
}
