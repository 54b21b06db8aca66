// The panel of the built service, and a real browser to use it.
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, expect } from '@jest/globals';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, patience } from './browser.ts';
import { until } from './children.ts';
import { addressOf, makeHome, password } from './panel-home.ts';
import { startPanelService, type PanelService } from './panel-service.ts';
import { sharedPanelService } from './run/shared-panel-client.ts';

/** Who administers the organization of this file. */
export const admin = {
  get email(): string {
    return addressOf('edda');
  },
  password,
};

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Calls the API as this browser's person; fails if the call isn't a success. */
  api: <T>(method: string, path: string, body?: unknown) => Promise<T>;
}

export interface Panel {
  url: string;
  sql: pg.Client;
  /** Where the first account is created; only for a panel that was started without one. */
  setupLink(): Promise<string>;
  /** A separate browser that isn't signed in. @param phone one with a touch screen, 390 px wide */
  visit(phone?: boolean): Promise<Visitor>;
  /** Signs in without loading a page. */
  signIn(page: Page, who: { email: string; password: string }): Promise<void>;
  /** Signs in as people do, and waits for the first page. */
  signInByForm(page: Page, who: { email: string; password: string }): Promise<void>;
  /** Console errors and exceptions of the browsers since the last call. */
  complaints(): string[];
  /** Waits for the browser's console error about an expected response, and removes it. */
  expectRefusal(status: number): Promise<void>;
  /** Serious and critical findings of axe on a page. */
  findings(page: Page): Promise<string[]>;
  /** How many pixels a page is wider than its window. */
  overflow(page: Page): Promise<number>;
  close(): Promise<void>;
}

/**
 * Waits until a server-rendered page is interactive: earlier clicks and input are lost. React keeps its root
 * on the document. Third-party pages, and those for visitors, have no Next script and are ready immediately.
 */
export function untilAlive(page: Page): Promise<void> {
  const isAlive = (): Promise<boolean> =>
    page.evaluate(() => {
      if (!document.querySelector('script[src*="/_next/static/"]')) return true;
      interface Fiber {
        memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null;
        child: Fiber | null;
        sibling: Fiber | null;
      }
      const kept = Object.entries(document).find(([name]) => name.startsWith('__reactContainer$'));
      const root = (kept?.[1] as { stateNode: { current: Fiber } } | undefined)?.stateNode.current;
      if (root?.memoizedState?.isDehydrated !== false) return false;
      // Views that load their own code are taken over later than what is around them.
      const left: (Fiber | null)[] = [root.child];
      while (left.length > 0) {
        const fiber = left.pop();
        if (!fiber) continue;
        if (fiber.memoizedState?.dehydrated) return false;
        left.push(fiber.sibling, fiber.child);
      }
      return true;
    });
  return until(() =>
    isAlive().catch((error: unknown) => {
      if (page.isClosed()) throw error;
      return false; // it has just navigated
    }),
  );
}

/**
 * Waits until requests that begin now take the page's routes. The browser hears of the first one late: of what began right after it, 3 in
 * 1,000 requests went past it on a busy machine.
 */
async function untilRouted(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return; // what it opens next knows from the start
  const probe = /\/api\/health\?routed$/;
  await page.context().route(probe, (route) => route.fulfill({ status: 204 }));
  await until(() => page.evaluate(async () => (await fetch('/api/health?routed')).status === 204));
  await page.context().unroute(probe);
}

/** A page whose navigation waits until the content is interactive, and whose routes hold from the moment they're set. */
function patient(page: Page): Page {
  const route = page.route.bind(page);
  page.route = async (...args) => {
    const set = await route(...args);
    await untilRouted(page);
    return set;
  };
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const answer = await goto(...args);
    await untilAlive(page);
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload(...args);
    await untilAlive(page);
    return answer;
  };
  return page;
}

/**
 * Starts everything for this file alone, with the first account unless `firstAccount` is false; `env` goes to the service. Builds the
 * panel first if needed.
 */
export async function startPanel(
  env: Record<string, string> = {},
  {
    firstAccount = true,
    launch = launchBrowser,
  }: { firstAccount?: boolean; launch?: () => Promise<Browser> } = {},
): Promise<Panel> {
  const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const service = await startPanelService({ ...(firstAccount && account), ...env });
  return panelOf(service, await launch());
}

/** The service that files share, with an organization and a person of this file's own. */
async function joinPanel(): Promise<Panel> {
  const service = await sharedPanelService();
  await makeHome(service, 'edda');
  return panelOf(service, await launchBrowser());
}

async function panelOf(service: PanelService, browser: Browser): Promise<Panel> {
  const { url } = service;
  const sql = new pg.Client({ connectionString: service.databaseUrl });
  await sql.connect();
  const axe = await readFile('node_modules/axe-core/axe.min.js', 'utf8');
  let complaints: string[] = [];

  return {
    url,
    sql,
    async setupLink() {
      const link = /http\S+create-first-user\?token=\S+/;
      await until(() => Promise.resolve(link.test(service.output())));
      return link.exec(service.output())?.[0] ?? '';
    },
    async visit(phone = false) {
      const context = await browser.newContext({
        viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
        hasTouch: phone,
        isMobile: phone,
        colorScheme: 'light',
      });
      context.setDefaultTimeout(patience);
      const page = patient(await context.newPage());
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
      // The browser may miss a chooser that opens right after the first listener is added.
      page.on('filechooser', () => undefined);
      const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
        const answer = await context.request.fetch(`${url}${path}`, {
          method,
          headers: { origin: url },
          ...(body === undefined ? {} : { data: body }),
        });
        if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
        return (await answer.json()) as T;
      };
      return { context, page, api };
    },
    async signIn(page, who) {
      const headers = { origin: url };
      const answer = await page.context().request.post(`${url}/api/auth/sign-in`, { headers, data: who });
      expect([who.email, answer.status()]).toEqual([who.email, 200]);
    },
    async signInByForm(page, who) {
      await page.goto(`${url}/admin/login`);
      await page.getByLabel('Email').fill(who.email);
      await page.getByLabel('Password').fill(who.password);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    },
    complaints() {
      const result = complaints;
      complaints = [];
      return result;
    },
    async expectRefusal(status) {
      const isIt = (text: string): boolean => text.includes(`status of ${status}`);
      await until(() => Promise.resolve(complaints.some(isIt)));
      complaints = complaints.filter((text) => !isIt(text));
    },
    async findings(page) {
      if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe);
      return page.evaluate(async () => {
        // axe must not measure colors in the middle of a theme transition.
        const underWay = document.getAnimations().filter((one) => one instanceof CSSTransition);
        await Promise.allSettled(underWay.map(({ finished }) => finished));
        interface Result {
          violations: { id: string; impact: string; nodes: { target: string[] }[] }[];
        }
        const { axe: tool } = globalThis as unknown as {
          axe: { run: (context: Document, options: object) => Promise<Result> };
        };
        // All rules run; but axe describes each element that passes as well, unless it is told which matter.
        const { violations } = await tool.run(document, { resultTypes: ['violations'] });
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
      });
    },
    overflow: (page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    async close() {
      await browser.close();
      await sql.end();
      await service.close();
    },
  };
}

/**
 * Opens a panel for a file's top level, with its first person signed in. It is closed after the file's tests, and each test fails that
 * leaves an error in a browser's console.
 * @param env of a service of its own; without it, the file has an organization of its own in the service that files share
 */
export async function openPanel(env?: Record<string, string>): Promise<{
  panel: Panel;
  visitor: Visitor;
  page: Page;
  api: Visitor['api'];
  /** The `data` of an answer to this person. */
  data: Visitor['api'];
}> {
  const panel = await (env ? startPanel(env) : joinPanel());
  afterAll(() => panel.close());
  afterEach(() => {
    expect(panel.complaints()).toEqual([]);
  });
  const visitor = await panel.visit();
  await panel.signIn(visitor.page, admin);
  const { page, api } = visitor;
  const data = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    (await api<{ data: T }>(method, path, body)).data;
  return { panel, visitor, page, api, data };
}

/** Drops a file on a page that accepts files anywhere. */
export async function dropFile(page: Page, name: string, bytes: Buffer, type = 'image/png'): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([filename, base64, mime]) => {
      const data = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0));
      const carried = new DataTransfer();
      carried.items.add(new File([data], filename ?? '', { type: mime ?? '' }));
      return carried;
    },
    [name, bytes.toString('base64'), type],
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await page.getByText('Drop to upload').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

/** Where to store screenshots of the panel; without it, none are taken. */
export const shots = process.env.MARQUE_SCREENSHOTS;

/**
 * Checks a page wide and light, and narrow and dark, in its current state: no serious axe findings, and no
 * sideways scrolling.
 */
export async function look(panel: Panel, page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const isWide = page.viewportSize()?.width === 1440;
  const menuEnd = await endOfMenu(page);
  const setTheme = (theme: string) =>
    page.evaluate((to) => {
      document.documentElement.dataset.theme = to;
    }, theme);
  for (const [width, theme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await setTheme(theme);
    // The menu closes by itself on a phone, and fades over what is looked at meanwhile.
    if (isWide && width === 390)
      await page.waitForFunction(() => document.querySelector('.nav--nav-open') === null);
    await standsStill(page);
    if (shots) await page.screenshot({ path: `${shots}/${name}-${width}.png`, fullPage: true });
    expect([name, width, await panel.findings(page)]).toEqual([name, width, []]);
    expect([name, width, await panel.overflow(page)]).toEqual([name, width, 0]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await setTheme('light');
  // The menu slides back in and what's beside it moves, later on a busy machine: a click would miss what moves away from under the pointer.
  if (isWide) await until(async () => (await endOfMenu(page)) === menuEnd);
  await standsStill(page);
}

/** Where the menu ends, in pixels; 0 without one. */
const endOfMenu = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('nav')?.getBoundingClientRect().right ?? 0);

/** Waits until nothing that can be clicked moves any more, and nothing fades. What never ends, such as a spinner, may go on. */
const standsStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    /** Frames in a row in which nothing may move. */
    const enough = 5;
    let last: string | null = null;
    for (let still = 0; still < enough;) {
      await new Promise(requestAnimationFrame);
      const boxes = [...document.querySelectorAll('h1, a, button, input')].map((one) =>
        one.getBoundingClientRect(),
      );
      const isAnimated = document
        .getAnimations()
        .some((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
      const places = isAnimated ? null : boxes.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).join();
      still = places !== null && places === last ? still + 1 : 0;
      last = places;
    }
  });
