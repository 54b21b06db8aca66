// The context that a reader names. One that no rule of the brand is for would get the default without a word, which looks like an
// answer for that context: it is refused, with those there are.
import { suggestion } from '../../lib/nearest.ts';
import { invalid } from '../../core/errors.ts';
import { contextsOf } from '../publishing/state.ts';

/**
 * The context asked for; null where none is.
 *
 * @throws Refusal invalid for one that no rule is for.
 */
export function contextAmong(
  rules: readonly { context: string | null }[],
  asked: string | null | undefined,
): string | null {
  if (asked === null || asked === undefined || asked === '') return null;
  const known = contextsOf(rules);
  if (known.includes(asked)) return asked;
  throw invalid([
    {
      path: 'context',
      message: `No rule of this brand is for the context "${asked}". ${suggestion(asked, known)}`,
    },
  ]);
}
