// The panel stays readable with any accent colour.
import { describe, expect, it } from '@jest/globals';
import fc from '../setup/random.ts';
import { accentColours, contrast } from '../../src/panel/shell/accent.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('an accent', () => {
  it.each(['light', 'dark'] as const)('stays readable as text and as a background: %s', (theme) => {
    fc.assert(
      fc.property(colour, (accent) => {
        const colours = accentColours(accent, theme);
        expect(colours['--mq-accent']).toBe(accent);
        expect(contrast(colours['--mq-accent-ink'], accent)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(colours['--mq-accent-ink'], colours['--mq-accent-strong'])).toBeGreaterThanOrEqual(
          4.5,
        );
        const ground = theme === 'light' ? '#ffffff' : '#26262a';
        expect(contrast(colours['--mq-accent-text'], ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(colours['--mq-accent-text'], colours['--mq-accent-wash'])).toBeGreaterThanOrEqual(
          4.5,
        );
      }),
    );
  });
});
