import { findReserveButton } from '../bookings.ts';
import { test as base, createPerson, expect, signIn } from '../people.ts';
import { runAsOwner } from '../run-as-owner.ts';
import { findFreePort } from '../server.ts';
import { createMailServer, type MailServer } from './mail-server.ts';

/** The server of this test sends its mail to a mail server that the test starts. */
const test = base.extend<object, { smtpPort: number; mailServer: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  smtpPort: [async ({}, use) => use(await findFreePort()), { scope: 'worker' }],
  mailServer: [
    async ({ smtpPort }, use) => {
      const mailServer = createMailServer(smtpPort);
      await use(mailServer);
      await mailServer.stop();
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ smtpPort }, use) => use({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }), { scope: 'worker' }],
});

test('a driver reserves while the mail server is down, and is told when it is back', async ({
  page,
  server,
  mailServer,
}) => {
  const driver = await createPerson(server, 'untold');
  const readStates = async () => {
    const { data } = await driver.client.from('notifications').select('kind, state, last_error').throwOnError();
    return data;
  };
  await signIn(page, driver.email);
  await page.goto('/map');
  await page.getByRole('button', { name: /^Kennedy–Lincoln, / }).click();
  await page.getByRole('button', { name: 'View Details' }).click();
  await findReserveButton(page).click();
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page.getByText('Reservation confirmed!')).toBeVisible();
  await expect.poll(readStates).toEqual([{ kind: 'confirmed', state: 'pending', last_error: 'ESOCKET' }]);

  await mailServer.start();
  // As a minute later, when it is tried again.
  await runAsOwner(server, (sql) => sql`update public.notifications set next_attempt_at = now()`);
  await expect.poll(readStates).toEqual([{ kind: 'confirmed', state: 'sent', last_error: null }]);
  expect(mailServer.mails).toEqual([
    { to: [driver.email], message: expect.stringContaining('Your space is reserved.') },
  ]);
});
