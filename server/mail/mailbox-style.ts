/** How the mailbox looks; the colours are those of the product. */
export const MAILBOX_STYLE = `
:root { color-scheme: light dark; --canvas: #f7f4ef; --surface: #fff; --ink: #1f1a14; --muted: #5f574d; --line: #e4ddd2; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #12100e; --surface: #1b1815; --ink: #f6f1ea; --muted: #b3a99c; --line: #38322c; }
}
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 1rem; }
h1 { margin: 0.5rem 0 0; font-size: 1.5rem; }
h2 { margin: 0; font-size: 1.125rem; }
.note { margin: 0.25rem 0 1.25rem; color: var(--muted); }
.empty { padding: 3rem 1rem; border: 1px dashed var(--line); border-radius: 1rem; text-align: center; color: var(--muted); }
article { margin-bottom: 1.25rem; padding: 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; }
.meta { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0.25rem 0 0.75rem; font-size: 0.875rem; color: var(--muted); overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 24rem; border: 0; border-radius: 0.75rem; background: #f7f4ef; }
`;
