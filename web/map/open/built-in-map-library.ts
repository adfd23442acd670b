import type { MapLib } from '@vis.gl/react-maplibre';
import { AttributionControl, Map as MapLibreMap, Marker, NavigationControl, Popup, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

// The library looks for its worker beside its own file, which bundling moves away.
setWorkerUrl(workerUrl);

/** What MapLibre needs for the built-in style: the build leaves out the rest, see build/unused-map-parts.ts. */
export const mapLibrary = { Map: MapLibreMap, Marker, Popup, AttributionControl, NavigationControl } as MapLib;
