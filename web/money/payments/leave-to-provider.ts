import { paths } from '../../paths.ts';
import type { NextStep } from './data.ts';

/**
 * Leaves the product for the provider's page. The way back there leads to the payment, and not to the form that began it.
 * @returns false when there is nowhere to go
 */
export function leaveToProvider(paymentId: string, next: NextStep): boolean {
  if (next.kind === 'none') return false;
  window.history.replaceState(null, '', paths.payment(paymentId));
  // A page that the browser kept as it was still shows the form.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  if (next.kind === 'form') createForm(next).submit();
  else createLink(next.url).click();
  return true;
}

function createForm({ action, fields }: Extract<NextStep, { kind: 'form' }>): HTMLFormElement {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of fields) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  return form;
}

function createLink(url: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = url;
  link.hidden = true;
  document.body.append(link);
  return link;
}
