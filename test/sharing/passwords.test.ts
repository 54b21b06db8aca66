// Passwords of shared resources: a right one is derived once while it stays the same, a wrong one each time.
import { expect, it } from '@jest/globals';
import { sharedPasswordHolds } from '../../src/sharing/passwords.ts';

const stored = { hash: 'the hash', salt: 'the salt' };

it('a right password is derived once, until the stored one changes', async () => {
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
  // A wrong password costs the same each time, whatever was right before.
  expect(await tries('open barley', stored)).toEqual([false, 1]);
  expect(await tries('open barley', stored)).toEqual([false, 1]);
  // The same password set again has another salt and hash; and nothing is cached without a password.
  expect(await tries('open sesame', { ...stored, hash: 'another hash' })).toEqual([true, 1]);
  expect(await tries('open sesame', { ...stored, salt: 'another salt' })).toEqual([true, 1]);
  expect(await tries('open barley', null)).toEqual([false, 1]);
});
