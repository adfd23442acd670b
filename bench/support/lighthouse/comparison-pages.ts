import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { findFreePort } from '../../../e2e/server.ts';

// What /map is measured against: pages with nothing but a map, at the same place and of the same data.

const LIBRARY = join(import.meta.dirname, '../../../node_modules/maplibre-gl/dist');
const BYTES_PER_KB = 1000;
const WORKER = 'maplibre-gl-worker.mjs';
const TYPES: Record<string, string> = { '.css': 'text/css', '.mjs': 'text/javascript' };
/** Where /map opens. */
const VIEW = { lng: -69.9312, lat: 18.4861, zoom: 13 };

const createPage = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body { margin: 0 } #map { display: block; width: 100vw; height: 100vh }</style>
${body}
</html>`;

const MAPLIBRE_PAGE = createPage(
  'MapLibre',
  `<link rel="stylesheet" href="/maplibre/maplibre-gl.css">
<div id="map"></div>
<script type="module">
  import { Map, setWorkerUrl } from '/maplibre/maplibre-gl.mjs';
  setWorkerUrl('/maplibre/maplibre-gl-worker.mjs');
  new Map({ container: 'map', style: '/maps/style.json', center: [${VIEW.lng}, ${VIEW.lat}], zoom: ${VIEW.zoom} });
</script>`,
);

const CANVAS_PAGE = createPage(
  'Canvas',
  `<canvas id="map"></canvas>
<p style="position: fixed; right: 0; bottom: 0; margin: 0"></p>
<script type="module">
  const canvas = document.querySelector('canvas');
  canvas.width = innerWidth * devicePixelRatio;
  canvas.height = innerHeight * devicePixelRatio;
  const context = canvas.getContext('2d');
  const scale = (512 * 2 ** ${VIEW.zoom} * devicePixelRatio) / 360;
  const toNorth = (lat) => (Math.log(Math.tan(((90 + lat) * Math.PI) / 360)) * 180) / Math.PI;
  const toPixels = ([lng, lat]) => [
    canvas.width / 2 + (lng - ${VIEW.lng}) * scale,
    canvas.height / 2 - (toNorth(lat) - toNorth(${VIEW.lat})) * scale,
  ];
  const load = async (address) => (await fetch(address)).json();
  const { sources } = await load('/maps/style.json');
  const layers = ['land', 'water', 'streets'].map((name) => load(sources[name].data));
  const trace = (line) => line.forEach((point, index) => context[index ? 'lineTo' : 'moveTo'](...toPixels(point)));
  const draw = { LineString: trace, Polygon: (rings) => rings.forEach(trace), MultiPolygon: (areas) => areas.flat().forEach(trace) };
  context.fillStyle = '#a9d3e8';
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const [index, color] of ['#f3f1ec', '#a9d3e8', '#ffffff'].entries()) {
    context.beginPath();
    for (const { geometry } of (await layers[index]).features) draw[geometry.type](geometry.coordinates);
    context.fillStyle = context.strokeStyle = color;
    context.lineWidth = 2 * devicePixelRatio;
    index < 2 ? context.fill('evenodd') : context.stroke();
  }
  // Lighthouse takes no canvas for content; this text comes with the drawing.
  document.querySelector('p').textContent = '© OpenStreetMap contributors';
</script>`,
);

type File = { type: string; body: Buffer };

/** The pages and MapLibre's files, compressed as the product's own build is. */
function readFiles(): ReadonlyMap<string, File> {
  const names = ['maplibre-gl.css', 'maplibre-gl.mjs', WORKER];
  const texts = [
    ['/maplibre-page', 'text/html', MAPLIBRE_PAGE],
    ['/canvas-page', 'text/html', CANVAS_PAGE],
    ...names.map((name) => [`/maplibre/${name}`, TYPES[extname(name)], readFileSync(join(LIBRARY, name))] as const),
  ] as const;
  return new Map(texts.map(([path, type = '', text]) => [path, { type, body: brotliCompressSync(text) }]));
}

/** Passes a request on to the product as it is, so that the response keeps its compression. */
function passOn(product: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = request;
  const { host } = new URL(product);
  const forwarded = forward(`${product}${url}`, { method, headers: { ...headers, host } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', (error) => response.destroy(error));
  request.pipe(forwarded);
}

type ComparisonPages = {
  url: string;
  server: Server;
  /** What MapLibre's page loads in its worker, which Lighthouse does not count. */
  workerKb: number;
};

/** Serves `/maplibre-page` and `/canvas-page`, and the product's own paths beside them. */
export async function serveComparisonPages(product: string): Promise<ComparisonPages> {
  const files = readFiles();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (file === undefined) return passOn(product, request, response);
    response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8`, 'content-encoding': 'br' }).end(file.body);
  });
  const port = await findFreePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const workerBytes = files.get(`/maplibre/${WORKER}`)?.body.length ?? Number.NaN;
  return { url: `http://127.0.0.1:${port}`, server, workerKb: workerBytes / BYTES_PER_KB };
}
