import type { Page } from '@playwright/test';
import { readStoredKeys } from '../server/keys/keys.ts';
import { addVehicle } from './bookings.ts';
import { createPerson, expect, type Person, signIn } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';
import type { RunningServer } from './server.ts';

const PAYMENTS = '/functions/v1/payments';

/** A driver with a vehicle and an empty wallet, who is signed in. */
export async function signInPayer(page: Page, server: RunningServer, name: string): Promise<Person> {
  const driver = await createPerson(server, name);
  await addVehicle(driver);
  await signIn(page, driver.email);
  return driver;
}

/** The id of a space by its zone and name. */
export async function findSpace({ client }: Person, zone: string, name: string): Promise<string> {
  const space = { zone_name: zone, name };
  const { data } = await client.from('parking_spaces').select('id').match(space).single().throwOnError();
  return data.id;
}

/** Confirms what is filled in on the reserve form; the browser then leaves for the page of the provider. */
export async function pay(page: Page, method: 'Card' | 'PayPal'): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${method}`) }).check();
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
}

/** Presses a button on the simulated page of a provider. */
export async function decide(page: Page, outcome: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  const button = page.getByRole('button', { name: outcome, exact: true });
  if (!(await button.isVisible())) await page.getByText('More outcomes').click();
  await button.click();
}

/** Has the server do at once what it does about payments every 10 seconds, whenever it is due. */
export async function workOnPayments(server: RunningServer): Promise<void> {
  await runAsOwner(server, async (sql) => {
    await sql`update public.payments set next_attempt_at = now() where next_attempt_at is not null`;
    await sql`update public.payment_refunds set next_attempt_at = now() where next_attempt_at is not null`;
  });
  const keys = await readStoredKeys(server.dataDir);
  const headers = { apikey: keys?.secretKey ?? '' };
  const response = await fetch(`${server.url}${PAYMENTS}/work`, { method: 'POST', headers });
  if (!response.ok) throw new Error(`The work on payments ended with ${response.status}: ${await response.text()}`);
}

/** Lets the ten minutes pass for which a space is held for this driver. */
export async function endHold(server: RunningServer, { id }: Person): Promise<void> {
  await runAsOwner(server, async (sql) => {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        update public.reservations set held_until = now() - interval '1 second' where user_id = ${id} and status = 'held'`;
      await tx`update public.payments set expires_at = now() - interval '1 second' where user_id = ${id}`;
    });
    await sql`select private.run_due_work()`;
  });
}

/** The driver's payments and reservations from the first one on, and what went into the wallet and out of it. */
export async function readMoney({ client }: Person) {
  const payments = client.from('payments').select('state, refunded').order('created_at');
  const reservations = client.from('reservations').select('status').order('created_at');
  const entries = client.from('wallet_entries').select('amount').order('amount', { ascending: false });
  const [{ data: paid }, { data: reserved }, { data: wallet }] = await Promise.all([
    payments.throwOnError(),
    reservations.throwOnError(),
    entries.throwOnError(),
  ]);
  return {
    payments: paid.map(({ state }) => state),
    reservations: reserved.map(({ status }) => status),
    wallet: wallet.map(({ amount }) => amount),
    refunded: paid.map(({ refunded }) => refunded),
  };
}
