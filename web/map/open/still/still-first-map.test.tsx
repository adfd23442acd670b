import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Toaster } from 'sonner';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Position } from '../../../../domain/zones/distance.ts';
import type { MapPadding, MapPosition, ParkingSpot, ProviderMapProps } from '../../contract.ts';
import { MapView } from '../../map-view.tsx';

const SIZE = { width: 400, height: 600 };
const CENTRE = { lat: 18.4861, lng: -69.9312, zoom: 13 };
/** Degrees of longitude of a pixel at level 13. */
const PX = 360 / 512 / 2 ** 13;

const live = vi.hoisted(() => ({ props: null as ProviderMapProps | null }));
vi.mock('../open-map.tsx', () => ({
  OpenMap: (props: ProviderMapProps) => {
    live.props = props;
    return <canvas title="MapLibre" />;
  },
}));
vi.mock('../../../data/connection.ts', () => ({
  connection: () => ({
    config: { supabaseUrl: location.origin, maps: { provider: 'open', styleUrl: '/maps/style.json' } },
  }),
}));

const createSpot = (id: string, right: number): ParkingSpot => ({
  id,
  name: id,
  lat: CENTRE.lat,
  lng: CENTRE.lng + right * PX,
  pricePerHour: 5,
  highestPrice: 5,
  availableSpaces: 3,
});
const LONELY = createSpot('Naco', 100);
const SPOTS = [LONELY, createSpot('Piantini', -100), createSpot('Paraíso', -110)];

type Changes = {
  initialPosition?: MapPosition;
  padding?: MapPadding;
  route?: readonly Position[] | null;
  startsStill?: boolean;
};

function show(first: Changes = {}) {
  const client = new QueryClient();
  const handlers = { onViewChange: vi.fn<() => void>(), onMapClick: vi.fn<() => void>() };
  const draw = ({ initialPosition = CENTRE, padding = {}, route = null, startsStill = true }: Changes) => (
    <QueryClientProvider client={client}>
      <MapView
        startsStill={startsStill}
        label="Map of tests"
        parkingSpots={SPOTS}
        initialPosition={initialPosition}
        padding={padding}
        route={route}
        fitRoute
        {...handlers}
      />
      <Toaster />
    </QueryClientProvider>
  );
  const { rerender, container } = render(draw(first));
  return {
    ...handlers,
    change: (changes: Changes) => rerender(draw(changes)),
    picture: (index = 0) => container.querySelectorAll('img')[index] as HTMLImageElement,
    pictures: () => [...container.querySelectorAll('img')].map(({ src }) => src),
    surface: () => screen.getByRole('region', { name: 'Map of tests' }),
  };
}

const pin = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}, `) });
const readPlace = (button: HTMLElement) =>
  button.closest<HTMLElement>('.maplibregl-marker')?.style.transform.replace(/^translate\(.*?\) /, '');
const isMapLibreThere = () => screen.queryByTitle('MapLibre') !== null;

function drag(element: HTMLElement, right: number, down: number): void {
  const at = (clientX: number, clientY: number) => ({ pointerId: 1, button: 0, clientX, clientY });
  fireEvent.pointerDown(element, at(200, 200));
  fireEvent.pointerMove(element, at(200 + right, 200 + down));
  fireEvent.pointerUp(element, at(200 + right, 200 + down));
  fireEvent.click(element, at(200 + right, 200 + down));
}

beforeEach(() => {
  live.props = null;
  HTMLElement.prototype.setPointerCapture = () => undefined;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ ...SIZE, left: 0, top: 0 } as DOMRect);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #onResize: () => void;
      constructor(onResize: () => void) {
        this.#onResize = onResize;
      }
      observe = () => this.#onResize();
      disconnect = () => undefined;
    },
  );
  return () => vi.unstubAllGlobals();
});

test('pins and clusters stand at their pixels on the picture', () => {
  show();
  expect(readPlace(pin('Naco'))).toBe('translate(300px, 300px)');
  expect(readPlace(screen.getByRole('button', { name: '2 parking zones, zoom in' }))).toBe('translate(95px, 300px)');
  expect(isMapLibreThere()).toBe(false);
});

test('what a sheet leaves free has the position in its middle, on the same picture', () => {
  const { change, picture } = show();
  const before = picture().src;
  change({ padding: { bottom: 200 } });
  expect(readPlace(pin('Naco'))).toBe('translate(300px, 200px)');
  expect(picture().src).toBe(before);
});

test('the view is reported at the start and after a move', async () => {
  const { onViewChange, surface } = show();
  const west = CENTRE.lng - 200 * PX;
  expect(onViewChange).toHaveBeenLastCalledWith(expect.objectContaining({ west: expect.closeTo(west, 6) }));
  drag(surface(), 50, 0);
  expect(onViewChange).toHaveBeenLastCalledWith(expect.objectContaining({ west: expect.closeTo(west - 50 * PX, 6) }));
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
});

test('a tap opens a pin, and one on empty map closes it', () => {
  const { surface, onMapClick } = show();
  fireEvent.click(pin('Naco'));
  expect(screen.getByRole('region', { name: 'Naco' })).toBeVisible();
  expect(onMapClick).not.toHaveBeenCalled();
  // The room that the info window needs has moved the position down.
  fireEvent.click(surface(), { clientX: 200, clientY: 410 });
  expect(screen.queryByRole('region', { name: 'Naco' })).toBeNull();
  expect(onMapClick).toHaveBeenCalledWith({ lat: expect.closeTo(CENTRE.lat, 5), lng: expect.closeTo(CENTRE.lng, 5) });
  expect(isMapLibreThere()).toBe(false);
});

test('a cluster comes apart when it is chosen, and MapLibre starts', async () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: '2 parking zones, zoom in' }));
  expect(pin('Piantini')).toBeInTheDocument();
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
});

test('a drag moves the pins at once, opens nothing, and MapLibre starts where it left them', async () => {
  const { surface, onMapClick } = show();
  drag(surface(), 60, -40);
  expect(readPlace(pin('Naco'))).toBe('translate(360px, 260px)');
  expect(onMapClick).not.toHaveBeenCalled();
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
  expect(live.props?.initialPosition).toEqual({
    lat: expect.any(Number),
    lng: expect.closeTo(CENTRE.lng - 60 * PX, 8),
    zoom: 13,
  });
  expect(surface()).toBeInTheDocument();
  act(() => live.props?.cover?.onReady());
  expect(screen.queryByRole('region', { name: 'Map of tests' })).toBeNull();
  expect(live.props?.cover).toBeNull();
});

test('a drag requests the next picture before the last one ends, one at a time, and keeps the last one beneath', () => {
  const { surface, picture, pictures } = show();
  const at = (clientX: number) => ({ pointerId: 1, button: 0, clientX, clientY: 200 });
  fireEvent.load(picture());
  const first = picture().src;
  fireEvent.pointerDown(surface(), at(100));
  fireEvent.pointerMove(surface(), at(140));
  expect(pictures()).toEqual([first]);
  fireEvent.pointerMove(surface(), at(160));
  const [, second = ''] = pictures();
  expect(pictures()).toEqual([first, second]);
  fireEvent.pointerMove(surface(), at(300));
  expect(pictures()).toEqual([first, second]);
  fireEvent.load(picture(1));
  expect(pictures()).toEqual([second, expect.not.stringContaining(first)]);
});

test('keys move and zoom the map', () => {
  const { surface } = show();
  fireEvent.keyDown(surface(), { key: 'ArrowRight' });
  expect(readPlace(pin('Naco'))).toBe('translate(200px, 300px)');
  fireEvent.keyDown(surface(), { key: 'ArrowLeft' });
  fireEvent.keyDown(surface(), { key: '+' });
  expect(readPlace(pin('Naco'))).toBe('translate(400px, 300px)');
});

test('two fingers zoom around their middle', () => {
  const { surface } = show();
  const at = (pointerId: number, clientX: number) => ({ pointerId, button: 0, clientX, clientY: 300 });
  fireEvent.pointerDown(surface(), at(1, 250));
  fireEvent.pointerDown(surface(), at(2, 350));
  fireEvent.pointerMove(surface(), at(1, 200));
  fireEvent.pointerMove(surface(), at(2, 400));
  expect(readPlace(pin('Naco'))).toBe('translate(300px, 300px)');
  expect(readPlace(screen.getByRole('button', { name: '2 parking zones, zoom in' }))).toBe('translate(-110px, 300px)');
});

test('a position that the screen looks at moves the picture and starts MapLibre', async () => {
  const { change, picture } = show();
  change({ initialPosition: { lat: LONELY.lat, lng: LONELY.lng, zoom: 15 } });
  expect(readPlace(pin('Naco'))).toBe('translate(200px, 300px)');
  expect(picture().src).toContain('zoom=15');
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
});

test('when MapLibre fails, only who moved the map is told, once, and can try again', async () => {
  const note = 'The map cannot be fully loaded right now';
  const { change, surface } = show();
  change({ initialPosition: { ...CENTRE, zoom: 14 } });
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
  act(() => live.props?.onFailure(new Error('no graphics')));
  expect(isMapLibreThere()).toBe(false);
  expect(screen.queryByText(note)).toBeNull();

  drag(surface(), 10, 0);
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
  act(() => live.props?.onFailure(new Error('no graphics')));
  expect(await screen.findByText(note)).toBeVisible();
  drag(surface(), 10, 0);
  expect(screen.getAllByText(note)).toHaveLength(1);
  expect(isMapLibreThere()).toBe(false);
  expect(pin('Naco')).toBeVisible();

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
});

test('without a picture MapLibre is the map', async () => {
  const { picture } = show();
  fireEvent.error(picture());
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
  expect(live.props?.cover).toBeNull();
});

test('a new route is shown as a whole, without MapLibre', () => {
  const { change, picture } = show();
  const end = { lat: CENTRE.lat, lng: CENTRE.lng + 608 * PX };
  change({ route: [CENTRE, end] });
  // It is twice as wide as the view without its margins, so the map is one level further away.
  expect(picture().src).toContain('zoom=12&');
  expect(readPlace(pin('Naco'))).toBe('translate(98px, 300px)');
  expect(isMapLibreThere()).toBe(false);
});

test('MapLibre starts once the map is about to move by itself, where the route is', async () => {
  const { change, surface } = show();
  const route = [CENTRE, { lat: CENTRE.lat, lng: CENTRE.lng + 608 * PX }];
  change({ route });
  expect(isMapLibreThere()).toBe(false);
  change({ route, startsStill: false });
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
  expect(surface()).toBeInTheDocument();
  expect(live.props?.initialPosition).toEqual({
    lat: expect.closeTo(CENTRE.lat, 6),
    lng: expect.closeTo(CENTRE.lng + 304 * PX, 6),
    zoom: expect.closeTo(12, 6),
  });
});

test('a map that moves from the start has no picture', async () => {
  const { pictures } = show({ startsStill: false });
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
  expect(pictures()).toEqual([]);
});
