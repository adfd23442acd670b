import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

// The library looks for its worker beside its own file, which bundling moves away.
maplibre.setWorkerUrl(workerUrl);

/** All of MapLibre, in its finished files: an operator's own style may need any part of it. */
export const mapLibrary = maplibre;
