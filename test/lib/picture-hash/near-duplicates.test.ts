// Precision and recall of near-duplicates, on a small part of what `npm run bench -- similar` measures.
import { expect, it } from '@jest/globals';
import { qualityOf, required } from '../../../bench/media/similar.ts';

it('finds copies that were resized or recompressed, and hardly anything else', async () => {
  const kinds = ['resized', 'recompressed'] as const;
  const { quality } = await qualityOf({ originals: 40, others: 200 }, [...kinds]);
  for (const kind of kinds) {
    const { precision = 1, recall = 1 } = required[kind] ?? {};
    expect(quality[kind]?.precision).toBeGreaterThanOrEqual(precision);
    expect(quality[kind]?.recall).toBeGreaterThanOrEqual(recall);
  }
});
