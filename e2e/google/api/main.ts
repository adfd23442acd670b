import { AdvancedMarkerElement } from './advanced-marker-element.ts';
import { event, MVCObject } from './events.ts';
import { LatLng, LatLngBounds, Point, Size } from './geometry.ts';
import { InfoWindow } from './info-window.ts';
import { FakeMap, StyledMapType } from './map.ts';
import { OverlayView } from './overlay-view.ts';
import { Polyline } from './polyline.ts';
import { Geocoder, Route, requests } from './services.ts';

// The parts of Google's Maps JavaScript API that the product calls, as its documentation describes them.
customElements.define('gmp-advanced-marker', AdvancedMarkerElement);

const core = { event, LatLng, LatLngBounds, MVCObject, Point, Settings: { getInstance: () => ({}) }, Size };
const maps = { Map: FakeMap, InfoWindow, OverlayView, Polyline, StyledMapType };
const libraries: Record<string, object> = {
  core,
  maps,
  marker: { AdvancedMarkerElement },
  places: {},
  routes: { Route, TrafficModel: { BEST_GUESS: 'bestguess' } },
  geocoding: { Geocoder },
};

async function importLibrary(name: string): Promise<object> {
  const library = libraries[name];
  if (library === undefined) throw new Error(`There is no library ${name}`);
  return library;
}

const names = window as unknown as { google: { maps: Record<string, unknown> } };
Object.assign(names.google.maps, core, maps, libraries, { importLibrary, version: '3.66.1' });
Object.assign(window, { fakeMapsRequests: requests });
const { __ib__: loaded } = names.google.maps;
if (typeof loaded === 'function') loaded();
