import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTab } from '../../testing/back-office.ts';
import { createRating, keepRatings } from '../../testing/fake-ratings.ts';
import { server, setOnline } from '../../testing/fake-server.ts';
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
const list = () => screen.findByRole('list', { name: 'Ratings' });
const items = async () => [...(await list()).children] as HTMLElement[];
const dialog = (name: string) => screen.findByRole('dialog', { name });

async function openRatings(): Promise<void> {
  await openTab('zones');
  await click(`Ratings of ${ZONE.name}`);
}

test('an administrator reads the ratings of a zone, the newest first, page by page', async () => {
  const comments = Array.from({ length: 21 }, (_, index) => rate(index === 3 ? null : `Comment ${index}`, index));
  keepRatings();
  server.servePages('ratings', comments);
  await openRatings();
  expect(await screen.findByText('(12 ratings)')).toBeVisible();
  expect(await items()).toHaveLength(20);
  expect((await items())[0]).toHaveTextContent('Cleanness: 3Communication: 5Accessibility: 2Comment 0');
  await click('Show older ratings');
  await waitFor(async () => expect(await items()).toHaveLength(21));
  expect((await items())[20]).toHaveTextContent('Comment 20');
  for (const { url } of server.received('GET /rest/v1/ratings')) {
    expect(url.searchParams.get('zone_id')).toBe(`eq.${ZONE.id}`);
  }
  // Without a comment there is nothing to hide.
  expect(screen.getAllByRole('button', { name: 'Hide comment' })).toHaveLength(20);
});

test('a zone that nobody rated says so', async () => {
  keepRatings();
  await openRatings();
  expect(await screen.findByText('No driver has rated this zone yet.')).toBeVisible();
});

test('with sample data there are no ratings to read', async () => {
  await openTab('zones');
  expect(await screen.findByRole('button', { name: `Edit ${ZONE.name}` })).toBeVisible();
  expect(screen.queryByRole('button', { name: `Ratings of ${ZONE.name}` })).not.toBeInTheDocument();
});

describe('hiding a comment', () => {
  const fillReason = async (reason: string) =>
    fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: reason } });
  const press = async (question: string, name: string) =>
    fireEvent.click(within(await dialog(question)).getByRole('button', { name }));
  const confirm = () => press('Hide this comment?', 'Hide comment');

  test('needs a reason, shows it beside the comment, and can be undone', async () => {
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

  test('a comment that was changed meanwhile is shown before it is hidden', async () => {
    const [rating] = keepRatings(rate('Dirty', 1));
    await openRatings();
    await click('Hide comment');
    await fillReason('Rude');
    Object.assign(rating ?? {}, { comment: 'Clean again', updated_at: new Date().toISOString() });
    await confirm();
    expect(await screen.findByText('This rating was changed meanwhile. Here is the latest.')).toBeVisible();
    expect(within(await dialog('Hide this comment?')).getByText('Clean again')).toBeVisible();
    expect(rating).toMatchObject({ hidden_reason: null });
    expect(screen.getByLabelText('Reason')).toHaveValue('Rude');
    await confirm();
    expect(await findToast('The comment is hidden')).toBeVisible();
    expect(rating).toMatchObject({ hidden_reason: 'Rude' });
  });

  test('what fails is said in the dialog, and the reason reservations', async () => {
    const [rating] = keepRatings(rate('Dirty', 1));
    await openRatings();
    await click('Hide comment');
    await fillReason('Rude');
    const repair = server.failRequests(HIDE, 400, { code: 'XX000' });
    await confirm();
    expect(await screen.findByText('Failed to hide the comment')).toBeVisible();
    repair();
    setOnline(false);
    await confirm();
    expect(await screen.findByText('You are offline. Check your connection and try again.')).toBeVisible();
    setOnline(true);
    expect(screen.getByLabelText('Reason')).toHaveValue('Rude');
    await confirm();
    expect(await findToast('The comment is hidden')).toBeVisible();
    expect(rating).toMatchObject({ hidden_reason: 'Rude' });
  });
});

test('the rating of a zone is entered until the first driver rates it', async () => {
  keepRatings();
  server.rows('parking_zones').push({ ...ZONE, id: crypto.randomUUID(), name: 'New', space_count: 0, updated_at: '' });
  await openTab('zones');
  await click('Edit New');
  expect(within(await dialog('Edit Zone')).getByLabelText('Rating')).not.toHaveAttribute('readonly');
  await click('Cancel');
  await click(`Edit ${ZONE.name}`);
  const field = within(await dialog('Edit Zone')).getByLabelText('Rating');
  expect(field).toHaveAttribute('readonly');
  expect(field).toHaveAccessibleDescription('The average of 12 ratings by drivers. New ratings change it.');
});
