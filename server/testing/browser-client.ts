import { type AuthUnderTest, PUBLIC_URL } from './auth.ts';

/** As much of a browser as a sign-in needs: it keeps cookies, follows redirects and posts the form a page sends. */
export type TestBrowser = {
  /** Opens an address and goes on until a screen of the product; every address on the way is remembered. */
  open: (address: string) => Promise<URL>;
  visited: string[];
};

const MAX_STEPS = 20;

type Request = { url: URL; init: RequestInit };

/** The form of a page that posts itself, as `response_mode=form_post` sends it. */
function formOf(page: string): Request {
  const action = page.match(/action="([^"]+)"/)?.[1];
  if (action === undefined) throw new Error(`Neither a redirect nor a form: ${page.slice(0, 300)}`);
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of page.matchAll(/name="([^"]+)" value="([^"]*)"/g)) fields.append(name, value);
  return { url: new URL(action), init: { method: 'POST', body: fields } };
}

/** @param auth the way to the product, whose pages begin with the public address */
export function openBrowser(auth: Pick<AuthUnderTest, 'fetch'>, publicUrl = PUBLIC_URL): TestBrowser {
  const isScreen = ({ origin, pathname }: URL) => origin === publicUrl && !pathname.startsWith('/auth/');
  const cookies = new Map<string, Map<string, string>>();
  const visited: string[] = [];

  const send = async ({ url, init }: Request): Promise<Response> => {
    const jar = cookies.get(url.origin) ?? new Map<string, string>();
    cookies.set(url.origin, jar);
    const headers = { accept: 'text/html', cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
    const options: RequestInit = { redirect: 'manual', ...init, headers };
    const answer = await (url.origin === publicUrl ? auth.fetch(url, options) : fetch(url, options));
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };

  return {
    visited,
    async open(address) {
      let next: Request = { url: new URL(address), init: {} };
      for (let step = 0; step < MAX_STEPS; step += 1) {
        if (isScreen(next.url)) return next.url;
        visited.push(next.url.href);
        const answer = await send(next);
        const location = answer.headers.get('location');
        next = location === null ? formOf(await answer.text()) : { url: new URL(location, next.url), init: {} };
      }
      throw new Error('The browser is led in circles');
    },
  };
}
