import type { Plugin } from 'vite';

const FIRST_SCREEN = '/web/screens/intro.tsx';

/** Lets the page ask for the landing screen together with the start of the app, and not only when that runs. It is small. */
export function firstScreen(): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const screen = Object.values(bundle).find(
          (part) => part.type === 'chunk' && part.facadeModuleId?.endsWith(FIRST_SCREEN),
        );
        if (screen?.type !== 'chunk') throw new Error(`The build holds no ${FIRST_SCREEN}`);
        return [screen.fileName, ...screen.imports]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          }));
      },
    },
  };
}
