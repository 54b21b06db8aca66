// The panel stays readable with any accent color.
import { describe, expect, it } from '@jest/globals';
import fc from '../setup/random.ts';
import { accentColors, contrast } from '../../src/panel/shell/accent.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('an accent', () => {
  it.each(['light', 'dark'] as const)('stays readable as text and as a background: %s', (theme) => {
    fc.assert(
      fc.property(color, (accent) => {
        const colors = accentColors(accent, theme);
        expect(colors['--mq-accent']).toBe(accent);
        expect(contrast(colors['--mq-accent-ink'], accent)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(colors['--mq-accent-ink'], colors['--mq-accent-strong'])).toBeGreaterThanOrEqual(4.5);
        const ground = theme === 'light' ? '#ffffff' : '#26262a';
        expect(contrast(colors['--mq-accent-text'], ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(colors['--mq-accent-text'], colors['--mq-accent-wash'])).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
