// What the API says in English and views show: complete in German, wherever what can be said is listed.
import { describe, expect, it } from '@jest/globals';
import { modules } from '../../../plugins/marque/modules/index.ts';
import { coreSettings } from '../../../src/core/settings/definitions.ts';
import type { PropertyForm, SettingDefinition } from '../../../src/core/settings/schemas.ts';
import { translated } from '../../../src/lib/phrases.ts';
import { said } from '../../../src/words/de/said.ts';

const names = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);

function textsOfProperty({ label, kind, hint, unset }: PropertyForm): (string | undefined)[] {
  const options =
    kind.as === 'choice' || kind.as === 'choices' ? kind.options.map((option) => option.label) : [];
  return [label, hint, unset, ...options, ...(kind.as === 'yes-no' ? [kind.yes, kind.no] : [])];
}

const textsOf = ({ label, form }: SettingDefinition): string[] =>
  [label, form?.about, ...Object.values(form?.properties ?? {}).flatMap(textsOfProperty)].filter(
    (text) => text !== undefined,
  );

const settings = [...new Set([...coreSettings, ...modules.flatMap((module) => module.settings ?? [])])];

describe('what the API says', () => {
  it('is filled only with what the English sentence has', () => {
    const wrong = Object.entries(said).filter(
      ([source, translation]) =>
        translation === '' || names(translation).some((name) => !names(source).includes(name)),
    );
    expect(wrong).toEqual([]);
  });

  it.each(settings.map((setting) => [setting.key, setting] as const))(
    'in the form of the setting %s has German words',
    (_key, setting) => {
      const missing = textsOf(setting).filter((text) => !Object.hasOwn(said, text));
      expect(missing).toEqual([]);
    },
  );

  it.each([
    ['Group Design, on this asset', 'Gruppe Design, direkt hierfür'],
    ['Group Design, on organization Acme', 'Gruppe Design, für: Organisation Acme'],
    ['Directly on this campaign', 'Direkt hierfür'],
    [
      "Key of Olu: A collection that you can't see",
      'Schlüssel von Olu: Eine Sammlung, die Sie nicht sehen können',
    ],
    ['Key of workspace Library', 'Schlüssel des Arbeitsbereichs Library'],
    ['Approved request at portal Press', 'Genehmigte Anfrage beim Portal Press'],
    [
      'Share link of a collection it is in, with a password',
      'Freigabelink einer Sammlung, in der es ist, mit Passwort',
    ],
    ['Too big: expected string to have <=200 characters', 'Zu lang: höchstens 200 Zeichen.'],
    ['Too small: expected string to have >=1 characters', 'Das darf nicht leer sein.'],
    [
      '"verify" is reserved for the panel. Choose another slug.',
      '„verify“ ist für das Panel reserviert. Wählen Sie eine andere Adresse.',
    ],
    [
      'Photographer is required before an asset can be active.',
      'Photographer muss ausgefüllt sein, bevor ein Asset aktiv sein kann.',
    ],
  ])('%s', (english, german) => {
    expect(translated(said, english)).toBe(german);
  });
});
