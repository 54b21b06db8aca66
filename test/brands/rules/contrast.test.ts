// The contrast of two colors of a brand: the ratio of WCAG 2.2, what passes, and what would.
import { expect, it } from '@jest/globals';
import { agentOfFile } from '../../agents/agent-of-file.ts';
import { callsAs } from '../../setup/callers.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeBrand, makeDefaultBrand } from '../brand.ts';

const { marque, place, reader, stranger, write } = await startWithWorkspace();
await makeDefaultBrand(marque, place);
const color = (key: string, value: string, context?: string) => ({
  key,
  type: 'color',
  value,
  ...(context ? { context } : {}),
});
await write.done('PATCH', '/brand/rules', {
  set: [
    color('color.primary', '#77aaff'),
    color('color.deep', '#2255aa'),
    color('color.ink', '#111111'),
    color('color.paper', '#ffffff'),
    color('color.paper', '#101418', 'dark'),
  ],
});
const agent = await agentOfFile(marque, reader.key);

const check = async (query: Record<string, string>, as = reader) =>
  callsAs(marque, as).call('GET', `/brand/contrast?${new URLSearchParams(query).toString()}`);
const data = async (query: Record<string, string>) => {
  const { status, body } = await check(query);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
};

it('answers the ratio of tokens and hex values, and what passes', async () => {
  expect(await data({ color: '#000', background: '#ffffff' })).toEqual({
    color: { token: null, hex: '#000000' },
    background: { token: null, hex: '#ffffff' },
    ratio: 21,
    text: { AA: true, AAA: true },
    largeText: { AA: true, AAA: true },
    ui: { AA: true },
    instead: {},
  });
  // The lightest grey that passes for text on white, by WCAG; a step lighter fails.
  expect(await data({ color: '#767676', background: 'color.paper' })).toMatchObject({
    ratio: 4.54,
    text: { AA: true, AAA: false },
    background: { token: 'color.paper', hex: '#ffffff' },
  });
  expect(await data({ color: '#777777', background: '#fff' })).toMatchObject({
    ratio: 4.47,
    text: { AA: false },
    largeText: { AA: true, AAA: false },
    ui: { AA: true },
  });
});

it('names the closest token that passes, in the context', async () => {
  const light = await data({ color: 'color.primary', background: 'color.paper' });
  expect(light.text.AA).toBe(false);
  expect(light.instead.text).toMatchObject({ token: 'color.deep', hex: '#2255aa' });
  expect(light.instead.ui).toMatchObject({ token: 'color.deep' });
  expect(light.instead.text.ratio).toBeGreaterThanOrEqual(4.5);
  const dark = await data({ color: 'color.primary', background: 'color.paper', context: 'dark' });
  expect([dark.background.hex, dark.text.AA, dark.instead]).toEqual(['#101418', true, {}]);
  const other = await makeBrand(marque, place);
  const none = await data({ brand: other.slug, color: '#eeeeee', background: '#ffffff' });
  expect(none.instead).toEqual({ text: null, ui: null });
});

it('blends translucent colors, as they are seen', async () => {
  const half = await data({ color: '#00000080', background: '#ffffff' });
  expect(half).toMatchObject({ ratio: 4, text: { AA: false }, ui: { AA: true } });
});

it('refuses what is no color, with the nearest token, and another workspace', async () => {
  const misspelled = await check({ color: 'color.prime', background: '#fff' });
  expect([misspelled.status, misspelled.body.error.detail.issues]).toEqual([
    422,
    [{ path: 'color', message: expect.stringContaining('"color.primary"') }],
  ]);
  expect((await check({ color: '#12345', background: '#fff' })).body.error.detail.issues[0].path).toBe(
    'color',
  );
  expect((await check({ color: '#123456' })).status).toBe(400);
  expect((await check({ color: '#000', background: '#fff', context: 'print' })).status).toBe(422);
  expect((await check({ color: '#000', background: '#fff', brand: 'acme' }, stranger)).status).toBe(404);
  expect((await marque.call('GET', '/api/v1/brand/contrast?color=%23000&background=%23fff')).status).toBe(
    401,
  );
});

it('is a tool', async () => {
  const answer = await agent.done('check_contrast', { color: 'color.primary', background: 'color.paper' });
  expect(answer.data.instead.text.token).toBe('color.deep');
  const refused = await agent.refused('check_contrast', { color: 'color.primary', background: 'paper' });
  expect(refused.message).toContain('color.paper');
  expect(await agent.refused('check_contrast', { color: '#000' })).toMatchObject({ code: 'invalid_request' });
});
