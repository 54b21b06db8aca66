// How well near-duplicates are found: copies of originals that were changed are looked for among the originals and ten times as many other
// pictures. Most pictures are synthesized: the project has four photographs, so real libraries can differ.
import { fingerprintOf } from '../../src/assets/similar/sample.ts';
import type { PictureHash } from '../../src/lib/picture-hash/hash.ts';
import { areNear } from '../../src/lib/picture-hash/likeness.ts';
import { changed, changes, picturesOf, type Change } from './similar-set.ts';
import type { Row, SuiteOptions, SuiteResult } from '../suite.ts';

/** What is required of copies that show the same as their original. */
export const required: Partial<Record<Change, { precision: number; recall: number }>> = {
  resized: { precision: 0.98, recall: 0.9 },
  recompressed: { precision: 0.98, recall: 0.9 },
};

export interface Quality {
  /** Of what was found for the copies, the share that is the copy's original. */
  precision: number;
  /** Of the copies, the share whose original was found. */
  recall: number;
}

type Bits = [dhash: bigint, phash: bigint];

const bitsOf = ({ dhash, phash }: PictureHash): Bits => [BigInt(`0b${dhash}`), BigInt(`0b${phash}`)];

function ones(bits: bigint): number {
  let count = 0;
  for (let left = bits; left > 0n; left &= left - 1n) count += 1;
  return count;
}

const isNear = (one: Bits, other: Bits): boolean => {
  const inPhash = ones(one[1] ^ other[1]);
  return areNear(0, inPhash) && areNear(ones(one[0] ^ other[0]), inPhash);
};

/** Looks for copies of each kind of change. Deterministic. */
export async function qualityOf(
  counts: { originals: number; others: number },
  kinds = Object.keys(changes) as Change[],
): Promise<{ quality: Partial<Record<Change, Quality>>; withoutHash: number }> {
  const originals: Buffer[] = [];
  const library: (Bits | null)[] = [];
  for await (const picture of picturesOf(counts)) {
    if (originals.length < counts.originals) originals.push(picture);
    const { hash } = await fingerprintOf(picture);
    library.push(hash && bitsOf(hash));
  }
  const quality: Partial<Record<Change, Quality>> = {};
  for (const change of kinds) {
    let [right, wrong] = [0, 0];
    for (const [at, original] of originals.entries()) {
      const { hash } = await fingerprintOf(await changed(original, change, at));
      if (!hash) continue;
      const bits = bitsOf(hash);
      for (const [place, other] of library.entries()) {
        if (!other || !isNear(bits, other)) continue;
        if (place === at) right += 1;
        else wrong += 1;
      }
    }
    quality[change] = { precision: right / Math.max(1, right + wrong), recall: right / originals.length };
  }
  return { quality, withoutHash: library.filter((bits) => bits === null).length };
}

function shareRow(name: string, ours: number, least: number | undefined): Row {
  const target = least === undefined ? '' : `≥ ${least}`;
  return { name, ours, reference: null, unit: '', ratio: null, target, ok: ours >= (least ?? 0) };
}

export async function runSimilar({ rounds }: SuiteOptions): Promise<SuiteResult> {
  const originals = rounds > 3 ? 500 : 100;
  const { quality, withoutHash } = await qualityOf({ originals, others: 10 * originals });
  console.log(
    `${originals} originals and ${10 * originals} others, at most 100 of each parts of four photographs, the rest synthesized; ${withoutHash} show too little to be compared.`,
  );
  return {
    rows: (Object.entries(quality) as [Change, Quality][]).flatMap(([change, { precision, recall }]) => [
      shareRow(`${change}, precision`, precision, required[change]?.precision),
      shareRow(`${change}, recall`, recall, required[change]?.recall),
    ]),
    postgres: 'not used',
  };
}
