// What the editor of stages works out: the ID of a new stage, and how many can decide in one.
import type { Stage } from '../../../proposals/stages/schemas.ts';

/** An ID made of the name, such as `legal` or `legal-2`. It stays when the stage is renamed. */
export function newStageId(name: string, stages: readonly Pick<Stage, 'id'>[]): string {
  const taken = new Set(stages.map(({ id }) => id));
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 36)
    .replace(/^-|-$/g, '');
  const base = plain || 'stage';
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}

/** More people in groups and among everyone can't be known here: the server checks it. */
const offered = 5;

/** The highest number that can be chosen. */
export function mostNeeded({ who, needs }: Stage): number {
  const onlyPeople = who.every((one) => typeof one === 'object' && 'person' in one);
  return Math.max(needs === 'all' ? 1 : needs, onlyPeople ? who.length : offered, 1);
}
