import { book, createReadyDriver } from './bookings.ts';
import { openTab } from './office.ts';
import { createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

test('a driver writes about a reservation, the operator replies, and the driver reads it', async ({
  page,
  server,
  browser,
}) => {
  const driver = await createReadyDriver(server, 'writes');
  await book(driver, [{ zone: 'Naco Tiradentes', space: 0, startsInHours: 1 }]);
  const log = page.getByRole('log', { name: 'Messages with Parqueo' });
  const about = 'About A-01, ';
  const messages = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ });

  await test.step('the driver writes about the reservation', async () => {
    await signIn(page, driver.email);
    await page.goto('/reservations');
    await page.getByRole('link', { name: 'Message about this reservation' }).click();
    await expect(page).toHaveURL(/\/messages\/operator$/);
    await expect(page.getByText(about)).toBeVisible();
    await page.getByLabel('Message', { exact: true }).fill('The gate is closed');
    await page.getByRole('button', { name: 'Send' }).click();
    const sent = log.getByRole('listitem').filter({ hasText: 'The gate is closed' });
    await expect(sent).toContainText('Sent');
    await expect(sent).toContainText(about);
    // An open conversation would read the reply at once.
    await page.goto('/settings');
    await expect(messages).toBeVisible();
  });

  await test.step('the operator finds the driver in the inbox and replies', async () => {
    const office = await browser.newPage({ baseURL: server.url });
    await openTab(office, 'users');
    const inbox = office.getByRole('list', { name: 'Waiting for a reply' });
    await inbox.getByRole('button', { name: driver.email }).click();
    const dialog = office.getByRole('dialog');
    await expect(dialog.getByRole('link', { name: about })).toBeVisible();
    await dialog.getByLabel('Message', { exact: true }).fill('It opens now');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'It opens now' })).toContainText('Sent');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(office.getByText('Nobody is waiting for a reply.')).toBeVisible();
    await office.close();
  });

  await test.step('the driver sees that there is one, reads it, and sees that there is none', async () => {
    await page.reload();
    await expect(messages).toHaveAccessibleName('Messages, 1 unread');
    await messages.click();
    await expect(log.getByText('It opens now')).toBeInViewport();
    await expect(messages).toHaveAccessibleName('Messages');
    await expect(log.getByRole('listitem').filter({ hasText: 'The gate is closed' })).toContainText('Read');
  });
});

test('what a driver reads stays in place while older and newer messages arrive', async ({ page, server }) => {
  const driver = await createPerson(server, 'scrolls');
  const insert = (text: string, from: number, to: number) =>
    runAsOwner(
      server,
      (sql) => sql`
        insert into public.user_messages (user_id, sender_type, message, created_at, read_status)
        select ${driver.id}, 'other', ${text} || ' ' || n, now() - interval '1 hour' + n * interval '1 second', true
        from generate_series(${from}::integer, ${to}::integer) n`,
    );
  await insert('Number', 1, 50);
  await signIn(page, driver.email);
  await page.goto('/messages');
  const log = page.getByRole('log', { name: 'Messages with Parqueo' });
  await expect(log.getByText('Number 50')).toBeInViewport();

  await log.evaluate((element) => {
    element.scrollTop = 0;
  });
  const oldest = log.getByText('Number 21', { exact: true });
  const before = await oldest.boundingBox();
  await page.getByRole('button', { name: 'Show older messages' }).click();
  await expect(log.getByText('Number 1', { exact: true })).toBeAttached();
  // The button goes, and the day stands above the oldest message now.
  expect(Math.abs(((await oldest.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(100);

  await insert('News', 51, 51);
  await page.getByRole('button', { name: 'New messages' }).click();
  await expect(log.getByText('News 51')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'New messages' })).toHaveCount(0);
});
