import type { Page } from '@playwright/test';
import { expect, findMailedCode, newEmail, PASSWORD, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// The whole journey of a driver without a pointer.

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO', isMobile: false, hasTouch: false });

/**
 * What has the focus: its name, and whether one sees it. A field that is drawn by its label is seen there; the map is behind its sheet,
 * and what Tab does not reach, such as a whole screen, may be taller than the window.
 */
const readFocus = (page: Page) =>
  page.evaluate(`(() => {
    const focused = document.activeElement;
    const label = focused.labels?.[0];
    const name = focused.getAttribute('aria-label') ?? (label ?? focused).textContent;
    const { left, top, width, height } = (width => width > 2 ? focused : label ?? focused)(focused.offsetWidth).getBoundingClientRect();
    const shown = document.elementFromPoint(left + width / 2, top + height / 2);
    return {
      name: name.trim().replace(/\\s+/g, ' '),
      isMoving: focused.hasAttribute('data-base-ui-focus-guard'),
      isSeen: focused.role === 'region' || focused.tabIndex < 0 || (shown !== null && (focused.contains(shown) || shown.contains(focused) || (label?.contains(shown) ?? false))),
    };
  })()`) as Promise<{ name: string; isMoving: boolean; isSeen: boolean }>;

/** Presses Tab until something of this name has the focus. All that the focus passes is in view. */
async function reach(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (name.test((await readFocus(page)).name)) return;
    await page.keyboard.press(key);
    const findHidden = async () => {
      const { name: hidden, isMoving, isSeen } = await readFocus(page);
      return isSeen && !isMoving ? null : hidden;
    };
    await expect.poll(findHidden, `what has the focus out of view on the way to ${name}`).toBeNull();
  }
  throw new Error(`The keyboard does not reach ${name}`);
}

async function press(page: Page, name: RegExp, key = 'Enter'): Promise<void> {
  await reach(page, name);
  await page.keyboard.press(key);
}

async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await reach(page, name);
  await page.keyboard.type(text);
}

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test(`a driver goes from the intro to the log-out by keyboard at ${width}x${height}`, async ({ page, server }) => {
    const dialog = page.getByRole('dialog');
    const email = newEmail('teclado');
    await page.setViewportSize({ width, height });
    await runAsOwner(
      server,
      (sql) => sql`update public.installation_settings set charges_drivers = true, tax_rate = 18`,
    );

    await page.goto('/intro');
    await press(page, /^REGÍSTRATE GRATIS/);
    await expect(page.getByLabel('Correo electrónico')).toBeVisible();
    await type(page, /^Correo/, email);
    await type(page, /^Contraseña/, PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Código de 6 dígitos' })).toBeFocused();
    await page.keyboard.type(await findMailedCode(server, email));
    await expect(page.getByText('Elige una zona de parqueo')).toBeVisible();

    await press(page, /^Parqueas ahora, elegir/);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Parqueas ahora, elegir/ })).toBeFocused();
    await reach(page, /^\d+ zonas de parqueo, acercar/);
    await reach(page, /espacios disponibles$/);
    await page.keyboard.press('Enter');
    await press(page, /^Ver detalles/);
    await expect(dialog).toBeVisible();
    await press(page, /^Reservar cualquier espacio/);

    await press(page, /agregar 1 hora/, 'Space');
    await type(page, /^Marca y modelo/, 'Toyota Yaris');
    await type(page, /^Placa/, 'A123456');
    await press(page, /^CONFIRMAR RESERVA/);
    await expect(page.getByRole('button', { name: 'Aprobar', exact: true })).toBeVisible();
    await press(page, /^Aprobar/);
    await expect(page.getByText('¡Reserva confirmada!')).toBeVisible();
    await press(page, /^Volver al mapa/);
    await press(page, /^Parqueado en /);

    await expect(page.getByRole('timer')).toBeVisible();
    await press(page, /^Ticket/);
    await expect(dialog.getByRole('img').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Ticket' })).toBeFocused();
    await press(page, /^Extender reserva/);
    await reach(page, /^Tarjeta/);
    await press(page, /^Pagar .* y extender hasta/);
    await expect(page.getByRole('button', { name: 'Aprobar', exact: true })).toBeVisible();
    await press(page, /^Aprobar/);
    await expect(page.getByRole('link', { name: 'Ver tu reserva' })).toBeVisible();
    await press(page, /^Ver tu reserva/);
    await expect(page.getByRole('timer')).toBeVisible();
    await press(page, /^Terminar parqueo/);
    await expect(dialog).toBeVisible();
    await press(page, /^Terminar$/);

    await reach(page, /^Experiencia general/);
    await page.keyboard.press('ArrowRight');
    await press(page, /^Enviar calificación/);
    await expect(page.getByText('Gracias por tu calificación')).toBeVisible();
    await expect(page).toHaveURL(/\/map$/);
    await press(page, /^Actividad/);
    await reach(page, /^Próximas/);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Completada')).toBeVisible();
    await press(page, /^Cuenta$/);
    await press(page, /^Ajustes/);
    await press(page, /^Cerrar sesión$/);
    await expect(page).toHaveURL(/\/(intro|login|map)$/);
  });
}
