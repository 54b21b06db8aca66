// Passwords of what is shared: derived once where the same one is right again, and each time where it is wrong.
import { expect, it } from '@jest/globals';
import { sharedPasswordHolds } from '../../src/sharing/passwords.ts';

const stored = { hash: 'the hash', salt: 'the salt' };

it('derives a right password once, until the stored one is another', async () => {
  let derived = 0;
  const holds = (password: string): Promise<boolean> => {
    derived += 1;
    return Promise.resolve(password === 'open sesame');
  };
  const tries = async (password: string, against: typeof stored | null): Promise<[boolean, number]> => {
    derived = 0;
    return [await sharedPasswordHolds(password, against, holds), derived];
  };
  expect(await tries('open sesame', stored)).toEqual([true, 1]);
  expect(await tries('open sesame', stored)).toEqual([true, 0]);
  // What is wrong costs as much each time, whatever was right before.
  expect(await tries('open barley', stored)).toEqual([false, 1]);
  expect(await tries('open barley', stored)).toEqual([false, 1]);
  // The same password anew has another salt and hash; and nothing is remembered for a door without one.
  expect(await tries('open sesame', { ...stored, hash: 'another hash' })).toEqual([true, 1]);
  expect(await tries('open sesame', { ...stored, salt: 'another salt' })).toEqual([true, 1]);
  expect(await tries('open barley', null)).toEqual([false, 1]);
});
