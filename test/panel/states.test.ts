// The panel's status changes match the server's, and unsaved edits survive server changes.
import { describe, expect, it } from '@jest/globals';
import { rebase } from '../../src/panel/client/rebase.ts';
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

describe('a form whose asset changes on the server', () => {
  it.each([
    ["takes the server's change of an unedited value", ['a'], ['a', 'b'], ['a'], ['a', 'b']],
    ["keeps an edited value that the server didn't change", 'old', 'old', 'new', 'new'],
    ['keeps an added tag', ['a'], ['a', 'b'], ['a', 'mine'], ['a', 'b', 'mine']],
    ['keeps a removed tag removed', ['a', 'c'], ['a', 'c', 'b'], ['a'], ['a', 'b']],
    ['adds no tag twice', ['a'], ['a', 'b'], ['a', 'b'], ['a', 'b']],
    ['keeps an edit next to a changed value', { x: 1 }, { x: 1, y: 2 }, { x: 3 }, { x: 3, y: 2 }],
    ['keeps a cleared value cleared', { x: 1 }, { x: 1, y: 2 }, {}, { y: 2 }],
    ['starts empty', null, ['a'], ['mine'], ['a', 'mine']],
  ])('%s', (_, before, now, edited, expected) => {
    expect(rebase(before, now, edited)).toEqual(expected);
  });
});
