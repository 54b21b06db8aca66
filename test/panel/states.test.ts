// The panel's status changes match the server's.
import { describe, expect, it } from '@jest/globals';
import { moves, stateOf } from '../../src/panel/assets/states.ts';
import { askMove, movesFrom, stateOf as stateByRules } from '../../src/assets/rules.ts';
import { statuses } from '../../src/assets/schemas.ts';

describe('the status changes that the panel offers', () => {
  it.each(statuses)('from %s match the server’s, with the same abilities', (status) => {
    expect(new Set(moves[status].map(({ to }) => to))).toEqual(new Set(movesFrom(status)));
    for (const { to, approves } of moves[status]) {
      expect([to, approves]).toEqual([to, askMove(status, to) === 'approve']);
    }
  });

  it.each([null, '2026-03-31', '2026-04-01', '2026-04-02'])(
    'the state with the last day %s is the same',
    (expires) => {
      for (const status of statuses) {
        const asset = { status, expires, deletedAt: null };
        expect(stateOf(asset, '2026-04-01')).toBe(stateByRules(asset, '2026-04-01'));
      }
    },
  );
});
