// The context of a read. A context that no rule uses would silently return defaults, which look like an
// answer for it, so it is refused with a list of the known ones.
import { suggestion } from '../../lib/nearest.ts';
import { invalid } from '../../core/errors.ts';
import { contextsOf } from '../publishing/state.ts';

/**
 * The requested context; null if none is.
 *
 * @throws ApiError invalid for one that no rule uses.
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
      message: `No rule of this brand uses the context "${asked}". ${suggestion(asked, known)}`,
    },
  ]);
}
