// The name of a device, from its User-Agent.
import { describe, expect, it } from '@jest/globals';
import { deviceOf } from '../../src/panel/identity/device.ts';
import { wordsIn } from '../../src/panel/words/words.tsx';
import * as en from '../../src/words/en/index.ts';

const { t } = wordsIn({ marque: en }, 'en');

describe('a device', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
      'Edge on Windows',
    ],
    ['curl/8.5.0', 'curl'],
    ['My agent', 'My agent'],
    [null, 'Unknown device'],
  ])('is named in a few words: %s', (agent, words) => {
    expect(deviceOf(agent, t)).toBe(words);
  });
});
