import { Hono } from 'hono';
import { createMapsApi } from '../maps/maps-api.ts';
import { serveApp } from './listen.ts';

export type ServedMaps = Awaited<ReturnType<typeof serveMaps>>;

/** Serves the map services over HTTP; `url` is a value for `ROUTER_URL` and `GEOCODER_URL`. */
export async function serveMaps() {
  const maps = createMapsApi({ config: { publicUrl: 'http://127.0.0.1:8080' } });
  const { url, close } = await serveApp(new Hono().route('/maps', maps));
  return { url: `${url}/maps`, close };
}
