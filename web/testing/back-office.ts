import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { server } from './fake-server.ts';
import { ADMIN } from './people.ts';
import { fakeClock, passTime, renderScreen, stubMedia } from './render-screen.tsx';

/** How long a search waits for the typing to pause. */
const TYPING_MS = 250;

// The back office on a desktop, where its tables are tables.
beforeEach(() => {
  stubMedia((media) => media.includes('min-width'));
  server.tables.admin_audit_log = [];
  fakeClock();
});

/** Opens a tab of the back office as its administrator. */
export const openTab = (tab: string, search = '') => renderScreen(`/admin?tab=${tab}${search}`, { as: ADMIN });

export async function searchFor(placeholder: string, words: string): Promise<void> {
  fireEvent.change(screen.getByPlaceholderText(placeholder), { target: { value: words } });
  await passTime(TYPING_MS);
}

/** Chooses an option of a list by its text. */
export function selectOption(list: HTMLElement, text: string): void {
  const option = within(list).getByRole<HTMLOptionElement>('option', { name: text });
  fireEvent.change(list, { target: { value: option.value } });
}

export const fill = (inside: HTMLElement, label: RegExp, value: string) =>
  fireEvent.change(within(inside).getByLabelText(label), { target: { value } });

export const press = (inside: HTMLElement, name: string | RegExp) =>
  fireEvent.click(within(inside).getByRole('button', { name }));

/** The texts of elements, to compare with what a person reads. */
export const readTexts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);

/** Waits until the elements have exactly these texts, in this order. */
export async function expectTexts(find: () => HTMLElement[], texts: readonly (string | RegExp)[]): Promise<void> {
  await waitFor(() => {
    const found = readTexts(find());
    expect(found).toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))));
  });
}

/** Catches the files that are downloaded. The array holds the name and the text of each. */
export function catchDownloads(): { name: string; text: Promise<string> }[] {
  const files: { name: string; text: Promise<string> }[] = [];
  let file: Blob | null = null;
  URL.createObjectURL = (content) => {
    file = content as Blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function download(this: HTMLAnchorElement) {
    files.push({ name: this.download, text: file?.text() ?? Promise.resolve('') });
  });
  return files;
}
