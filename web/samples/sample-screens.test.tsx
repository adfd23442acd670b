import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { ADMIN, DRIVER } from '../testing/people.ts';
import { renderScreen, stubMedia } from '../testing/render-screen.tsx';

/** What the specification fixes of the screens that only a demo has, to the letter. */
const LETTER: Record<string, readonly string[]> = {
  '/wallet': ['$100.00', 'Credit Card', 'Wallet', 'Add Credit Card', 'Add PayPal', 'Get Paid', 'Payment History'],
  '/account': [
    '4.93',
    '(127 trips)',
    'Manage payments and balance',
    'App preferences and account settings',
    'Switch to Owner',
  ],
  '/messages': ['Parqueo Support', 'Unread'],
  '/messages/support': ['Parqueo Support'],
  '/park-now': ['CANCEL', 'PARK NOW'],
  '/reservations': ['Reservations', 'Upcoming', 'Past', 'No upcoming reservations', 'FIND PARKING'],
  '/activity': ['Activity', 'Book your next parking spot to see it here', 'FIND PARKING'],
  '/receipt/any': ['Oops! Page not found', 'Return to Home'],
};

const OFFICE_LETTER: Record<string, readonly string[]> = {
  '/admin': ['Admin Dashboard', 'Manage your parking system', '1,234', '156', '789', '$12,345'],
  '/admin?tab=settings': [
    'Application Settings',
    'Parking Settings',
    'Notification Settings',
    'Payment Settings',
    'General Settings',
    'Security Features',
    'Social Authentication',
    'Email Configuration',
  ],
  '/admin?tab=users': ['Total Users', 'Active Today', 'Complete Profiles', 'Rating', 'Trips', 'Last Activity'],
  '/admin?tab=reservations': ['Reservations Management'],
  '/admin/fiscal': ['Oops! Page not found'],
  '/admin/month': ['Oops! Page not found'],
};

const list = (letter: typeof LETTER, person: typeof DRIVER) =>
  Object.entries(letter).map(([path, texts]) => ({ path, texts, person }));

beforeEach(() => {
  stubMedia((media) => media.includes('min-width'));
  Object.assign(server.tables, { admin_audit_log: [], admin_reservations: [] });
  server.handle('POST /rest/v1/rpc/admin_user_summary', () =>
    Response.json({ total_users: 2, active_today: 0, complete_profiles: 0 }),
  );
  const entered = { rating: 4.5, total_trips: 3, last_activity: null, created_at: '2026-01-01T00:00:00+00:00' };
  for (const profile of server.rows('profiles')) Object.assign(profile, entered);
});

test.each([...list(LETTER, DRIVER), ...list(OFFICE_LETTER, ADMIN)])(
  'a demo shows $path to the letter',
  async ({ path, texts, person }) => {
    await renderScreen(path, { as: person });
    for (const text of texts) expect((await screen.findAllByText(text))[0]).toBeInTheDocument();
  },
);
