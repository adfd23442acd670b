import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { NearbyChoice } from './nearby-choice.tsx';

const ZONE = {
  id: 'sample-gazcue',
  name: 'Patio Gazcue',
  address: 'Av. Máximo Gómez 35, Gazcue, Santo Domingo',
  position: { lat: 18.472, lng: -69.9115 },
  pricePerHour: 3.5,
  availableSpaces: 11,
};

test('a driver with no free zone close by is told so', () => {
  render(<NearbyChoice nearby={[]} chosenId={null} onChoose={vi.fn()} />);
  expect(screen.getByRole('status')).toHaveTextContent('No parking spots available nearby');
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

test('a driver reads how far a zone is, what it costs and how much room it has, and picks it', async () => {
  const onChoose = vi.fn();
  render(<NearbyChoice nearby={[{ zone: ZONE, distanceKm: 2.6142 }]} chosenId={null} onChoose={onChoose} />);
  const option = screen.getByRole('radio', { name: 'Patio Gazcue' });
  for (const fact of ['2.6 km', '$3.50/hr', '11 free', ZONE.address]) {
    expect(option).toHaveAccessibleDescription(expect.stringContaining(fact));
  }
  await userEvent.click(option);
  expect(onChoose).toHaveBeenCalledWith('sample-gazcue');
});
