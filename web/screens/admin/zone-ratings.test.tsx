import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openTab } from '../../testing/back-office.ts';
import { createRating, keepRatings } from '../../testing/fake-ratings.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { findToast } from '../../testing/render-screen.tsx';
import { ZONE } from '../../testing/rows.ts';

const HIDE = 'PATCH /rest/v1/ratings';

beforeEach(() => {
  server.rows('parking_zones').push({ ...ZONE, rating_count: 12, space_count: 0, updated_at: '2026-01-01T00:00:00Z' });
});

const rate = (comment: string | null, minutesAgo: number, fields: Row = {}) => {
  const created_at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  return createRating({ zone_id: ZONE.id, comment, created_at, updated_at: created_at, ...fields });
};
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = (name: string) => screen.findByRole('dialog', { name });

async function openRatings(): Promise<void> {
  await openTab('zones');
  await click(`Ratings of ${ZONE.name}`);
}

const fillReason = async (reason: string) =>
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: reason } });
const press = async (question: string, name: string) =>
  fireEvent.click(within(await dialog(question)).getByRole('button', { name }));
const confirm = () => press('Hide this comment?', 'Hide comment');

test('hiding a comment needs a reason, shows it beside the comment, and can be undone', async () => {
  const [rating] = keepRatings(rate('Ask for Juan', 1));
  await openRatings();
  await click('Hide comment');
  await confirm();
  expect(await screen.findByLabelText('Reason')).toHaveAccessibleDescription(/Enter the reason/);
  expect(server.received(HIDE)).toEqual([]);
  await fillReason(' Names a person ');
  await confirm();
  expect(await findToast('The comment is hidden')).toBeVisible();
  expect(await screen.findByText('Hidden because: Names a person')).toBeVisible();
  expect(rating).toMatchObject({ hidden_reason: 'Names a person' });

  await click('Show comment again');
  await press('Show this comment again?', 'Show comment again');
  expect(await findToast('The comment is shown again')).toBeVisible();
  expect(rating).toMatchObject({ hidden_reason: null });
});
