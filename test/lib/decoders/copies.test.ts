// Next bundles copies of every module, and `next dev` makes more with each edit: they share one pool of processes.
import { expect, it } from '@jest/globals';
import { pathToFileURL } from 'node:url';
import { DecoderFailure } from '../../../src/lib/decoders/failures.ts';
import * as pool from '../../../src/lib/decoders/pool.ts';
import { bundle } from '../../setup/run/bundle.js';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>';
const request = { decoder: 'svg', action: 'measure', maxPixels: 1_000 } as const;

it('another copy of the module gets failures of its own kind from a pool that the first has made', async () => {
  const copy = pathToFileURL(bundle('src/lib/decoders/pool.ts')).href;
  const other = (await import(copy)) as typeof pool;
  expect(other.decodeApart).not.toBe(pool.decodeApart);
  await other.decodeApart(request, Buffer.from(drawing));
  const failure: unknown = await pool
    .decodeApart(request, Buffer.from('no drawing'))
    .catch((e: unknown) => e);
  expect(failure).toBeInstanceOf(DecoderFailure);
  expect(failure).toMatchObject({ reason: 'broken', isLasting: true });
});
