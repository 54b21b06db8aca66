// Work that isn't waited for longer than some time.
import { expect, it } from '@jest/globals';
import { within } from '../../src/lib/within.ts';

const minute = 60_000;

it('gives what work in time gives, or how it failed', async () => {
  expect(await within(minute, Promise.resolve('done'), () => 'late')).toBe('done');
  await expect(within(minute, Promise.reject(new Error('broken')), () => 'late')).rejects.toThrow('broken');
});

it('gives something else after that time, or fails, and lets the work go on', async () => {
  let [isDone, finish] = [false, () => {}];
  const work = new Promise<void>((resolve) => {
    finish = resolve;
  }).then(() => {
    isDone = true;
  });

  expect(await within(1, work, () => 'late')).toBe('late');
  await expect(
    within(1, work, () => {
      throw new Error('too late');
    }),
  ).rejects.toThrow('too late');
  expect(isDone).toBe(false);
  finish();
  await work;
  expect(isDone).toBe(true);
});
