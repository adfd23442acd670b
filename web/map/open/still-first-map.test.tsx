import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MapPadding, MapPosition, ParkingSpot, ProviderMapProps } from '../contract.ts';
import { MapView } from '../map-view.tsx';

const SIZE = { width: 400, height: 600 };
const CENTRE = { lat: 18.4861, lng: -69.9312, zoom: 13 };
/** Degrees of longitude of a pixel at level 13. */
const PX = 360 / 512 / 2 ** 13;

const live = vi.hoisted(() => ({ props: null as ProviderMapProps | null }));
vi.mock('./open-map.tsx', () => ({
  OpenMap: (props: ProviderMapProps) => {
    live.props = props;
    return <canvas title="MapLibre" />;
  },
}));
vi.mock('../../data/connection.ts', () => ({
  connection: () => ({
    config: { supabaseUrl: location.origin, maps: { provider: 'open', styleUrl: '/maps/style.json' } },
  }),
  showsSamples: () => true,
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
  startsStill?: boolean;
};

function show(first: Changes = {}) {
  const client = new QueryClient();
  const handlers = { onViewChange: vi.fn<() => void>(), onMapClick: vi.fn<() => void>() };
  const draw = ({ initialPosition = CENTRE, padding = {}, startsStill = true }: Changes) => (
    <QueryClientProvider client={client}>
      <MapView
        startsStill={startsStill}
        label="Map of tests"
        parkingSpots={SPOTS}
        initialPosition={initialPosition}
        padding={padding}
        {...handlers}
      />
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

beforeEach(() => {
  live.props = null;
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

test('a tap opens a pin, and one on empty map closes it', () => {
  const { surface, onMapClick } = show();
  fireEvent.click(pin('Naco'));
  expect(screen.getByRole('region', { name: 'Naco' })).toBeVisible();
  expect(onMapClick).not.toHaveBeenCalled();
  fireEvent.click(surface());
  expect(screen.queryByRole('region', { name: 'Naco' })).toBeNull();
  expect(onMapClick).toHaveBeenCalledTimes(1);
});

test('a cluster starts MapLibre where it comes apart', async () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: '2 parking zones, zoom in' }));
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
  expect(live.props?.initialPosition.zoom).toBeGreaterThan(CENTRE.zoom);
});

test('a position that the screen looks at starts MapLibre there', async () => {
  const { change } = show();
  const position = { lat: LONELY.lat, lng: LONELY.lng, zoom: 15 };
  change({ initialPosition: position });
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
  expect(live.props?.initialPosition).toEqual(position);
});

test('a map that moves from the start has no picture', async () => {
  const { pictures } = show({ startsStill: false });
  await waitFor(() => expect(isMapLibreThere()).toBe(true));
  expect(pictures()).toEqual([]);
});
