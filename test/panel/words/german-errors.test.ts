// Errors of the API as the panel words them: by their code, in the person's language.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { statusOfCode } from '../../../src/core/errors.ts';
import { failureOf } from '../../../src/panel/client/api.ts';
import { errorWords } from '../../../src/panel/client/error-words.ts';
import { speak } from '../../../src/panel/client/spoken.ts';
import { wordsIn } from '../../../src/panel/words/words.tsx';
import * as de from '../../../src/words/de/index.ts';
import * as en from '../../../src/words/en/index.ts';

const english = () => speak(wordsIn({ marque: en }, 'en'));
const german = () => speak(wordsIn({ marque: de }, 'de'));

const taken = { error: { code: 'conflict', message: 'A collection with this name already exists.' } };

beforeEach(german);
afterEach(english);

describe('an error of the API', () => {
  it('is a sentence in German, with what the server says where that says more', () => {
    const full = { error: { code: 'conflict', message: 'The shelf is full.' } };
    expect(failureOf(409, full).message).toBe(
      'Das verträgt sich nicht mit dem jetzigen Stand. Meldung des Servers: The shelf is full.',
    );
    expect(failureOf(409, taken).message).toBe('Es gibt schon eine Sammlung mit diesem Namen.');
    expect(failureOf(429, { error: { code: 'rate_limited', message: 'Too many requests.' } }).message).toBe(
      'Zu viele Anfragen. Versuchen Sie es gleich noch einmal.',
    );
  });

  it('names the problems with the input, which stay with their fields', () => {
    const issues = [{ path: 'name', message: 'Too long.' }];
    const failure = failureOf(422, {
      error: { code: 'invalid', message: 'name: Too long.', detail: { issues } },
    });
    expect(failure.message).toBe('Prüfen Sie Ihre Eingaben. Meldung des Servers: Too long.');
    expect(failure.issues).toEqual(issues);
  });

  it('is the server’s message in English, and where its code is unknown', () => {
    const message = 'Out of tea.';
    expect(failureOf(418, { error: { code: 'teapot', message } }).message).toBe(message);
    english();
    expect(failureOf(409, taken).message).toBe(taken.error.message);
  });

  it('is the status if there is no message', () => {
    expect(failureOf(502, null).message).toBe(
      'Der Server hat mit 502 geantwortet. Versuchen Sie es noch einmal.',
    );
    expect(failureOf(404, { error: { code: 'not_found' } }).message).toBe(de.errors.notFound);
  });

  it.each(Object.keys(statusOfCode))('has German words for %s', (code) => {
    const words = errorWords(code, 'In English.');
    english();
    expect(errorWords(code, undefined)).not.toContain(':');
    expect(words).not.toBe('In English.');
    expect(words).not.toContain('errors:');
  });
});
