import type { Page } from '@playwright/test';

// What is read of the page, whose types the tests do not have.
type PageElement = { getAttribute: (name: string) => string | null; localName: string };
type Walker = { nextNode: () => { data: string; parentElement: PageElement } | null };
type Body = {
  ownerDocument: {
    title: string;
    createTreeWalker: (root: unknown, what: number) => Walker;
    querySelectorAll: (selector: string) => Iterable<PageElement>;
  };
};

/** The attributes that somebody reads or hears. */
const READ = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
];

/** The texts of the page that stand outside the brackets of the pseudo-language, in the order of the page. */
export async function findUnbracketedTexts(page: Page): Promise<string[]> {
  const { texts, single } = await page.locator('body').evaluate((node, names) => {
    const SHOW_TEXT = 4;
    const { ownerDocument } = node as unknown as Body;
    const walker = ownerDocument.createTreeWalker(node, SHOW_TEXT);
    const texts: string[] = [];
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      // What somebody types is no text of the product.
      if (!['script', 'style', 'noscript', 'textarea'].includes(text.parentElement.localName)) texts.push(text.data);
    }
    const elements = [...ownerDocument.querySelectorAll(names.map((name) => `[${name}]`).join())];
    const attributes = elements.flatMap((element) => names.map((name) => element.getAttribute(name) ?? ''));
    return { texts, single: [ownerDocument.title, ...attributes] };
  }, READ);
  // The parts of a message with markup are in several nodes.
  return [texts, ...single.map((text) => [text])].flatMap(findOutside).filter((text) => /\p{L}/u.test(text));
}

/** The parts outside brackets, of texts that follow each other. */
function findOutside(texts: readonly string[]): string[] {
  let depth = 0;
  return texts.flatMap((text) =>
    text.split(/(?=[⟦⟧])/).flatMap((part) => {
      if (part.startsWith('⟦')) depth += 1;
      if (part.startsWith('⟧')) depth -= 1;
      return depth === 0 ? [part.replace(/^⟧/, '').trim()] : [];
    }),
  );
}
