// How a setting resolves: a table of cases, and random layers compared with a plain implementation of the
// rule.
import { describe, expect, it, test } from '@jest/globals';
import fc from '../../setup/random.ts';
import { z } from 'zod';
import { modules } from '../../../plugins/marque/modules/index.ts';
import {
  changed,
  environmentLayer,
  readChange,
  resolve,
  toSetting,
} from '../../../src/core/settings/rules.ts';
import { defineSetting, type SettingSource } from '../../../src/core/settings/schemas.ts';

const mail = defineSetting({
  key: 'mail',
  label: 'Mail',
  contexts: ['organization', 'workspace'],
  properties: {
    host: z.string().min(1),
    port: z.int().min(1).max(65_535),
    quick: z.boolean(),
    password: z.string().min(1),
  },
  defaults: { port: 587 },
  secrets: ['password'],
  environment: { host: 'MAIL_HOST', port: 'MAIL_PORT', quick: 'MAIL_QUICK' },
});

const settings = modules.flatMap((module) => module.settings ?? []);

describe('a property', () => {
  test.each([
    ['the default, if no layer sets it', {}, 587, 'default', 'default'],
    ['the environment, over the default', { environment: { port: 25 } }, 25, 'environment', 'environment'],
    [
      'the organization, over the environment',
      { environment: { port: 25 }, organization: { port: 26 } },
      26,
      'organization',
      'organization',
    ],
    [
      'the workspace, over all others',
      { organization: { port: 26 }, workspace: { port: 27 } },
      27,
      'workspace',
      'workspace',
    ],
    [
      'its own layer: another property of a narrower layer changes nothing',
      { organization: { port: 26 }, workspace: { host: 'a' } },
      26,
      'organization',
      'workspace',
    ],
    [
      'the wider layer, if the narrower one is null',
      { organization: { port: 26 }, workspace: { port: null } },
      26,
      'organization',
      'organization',
    ],
    [
      'the default, if a narrower layer sets only another property to false',
      { organization: { quick: true }, workspace: { quick: false } },
      587,
      'default',
      'workspace',
    ],
  ] as const)('is that of %s', (_, layers, port, portSource, source) => {
    const resolved = resolve(mail, { default: mail.defaults, ...layers });
    expect(resolved.value.port).toBe(port);
    expect(resolved.sources.port).toBe(portSource);
    expect(resolved.source).toBe(source);
  });

  it('resolves in random layers by the plain rule', () => {
    const value = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
    const layer = fc.option(
      fc.dictionary(fc.constantFrom('host', 'port', 'quick', 'password', 'gone'), value),
      { nil: undefined },
    );
    const layers = fc.record({ workspace: layer, organization: layer, environment: layer, default: layer });
    fc.assert(
      fc.property(
        layers,
        fc.constantFrom('organization' as const, 'workspace' as const),
        (given, context) => {
          const order: SettingSource[] = ['workspace', 'organization', 'environment', 'default'];
          const present = Object.fromEntries(
            Object.entries(given).filter(([, one]) => one !== undefined),
          ) as Record<SettingSource, Record<string, unknown>>;
          const setting = toSetting(mail, context, present);
          let narrowest = order.length - 1;
          for (const property of ['host', 'port', 'quick', 'password']) {
            let says = order.length - 1;
            for (let at = order.length - 1; at >= 0; at -= 1) {
              const source = order[at] as SettingSource;
              if (present[source]?.[property] != null) says = at;
            }
            const expected = present[order[says] as SettingSource]?.[property] ?? null;
            narrowest = Math.min(narrowest, says);
            expect(setting.sources[property]).toBe(order[says]);
            expect(setting.value[property]).toBe(property === 'password' ? null : expected);
            if (property === 'password') expect(setting.secrets).toEqual({ password: expected !== null });
          }
          expect(setting.source).toBe(order[narrowest]);
          expect(Object.keys(setting.value).sort()).toEqual(['host', 'password', 'port', 'quick']);
          const own = Object.entries(present[context] ?? {});
          expect(setting.own).toBe(own.some(([name, one]) => name !== 'gone' && one !== null));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the environment', () => {
  it('provides texts, whole numbers and booleans, if they are valid', () => {
    expect(environmentLayer(mail, { MAIL_HOST: '25', MAIL_PORT: '25', MAIL_QUICK: 'true' })).toEqual({
      host: '25',
      port: 25,
      quick: true,
    });
    expect(environmentLayer(mail, { MAIL_PORT: 'many', MAIL_QUICK: 'perhaps' })).toEqual({});
  });
});

describe('a change', () => {
  it('sets, clears and keeps properties, in any order', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('host', 'port'), fc.integer()),
        fc.dictionary(fc.constantFrom('host', 'port'), fc.option(fc.integer(), { nil: null })),
        (own, body) => {
          const change = {
            set: Object.fromEntries(Object.entries(body).filter(([, one]) => one !== null)),
            clear: Object.keys(body).filter((name) => body[name] === null),
          };
          const plain = new Map<string, unknown>(Object.entries(own));
          for (const [name, one] of Object.entries(body)) {
            if (one === null) plain.delete(name);
            else plain.set(name, one);
          }
          expect(changed(own, change)).toEqual(Object.fromEntries(plain));
        },
      ),
    );
  });

  it('reads null as clear and a blank secret as unchanged, and names everything that is wrong', () => {
    expect(readChange(mail, { host: null, password: '', port: 26 })).toEqual({
      change: { set: { port: 26 }, clear: ['host'] },
      issues: [],
    });
    const { issues } = readChange(mail, { host: '', port: 0, nothing: 1, constructor: 1, quick: 'yes' });
    expect(issues.map(({ path }) => path).sort()).toEqual([
      'constructor',
      'host',
      'nothing',
      'port',
      'quick',
    ]);
  });
});

describe.each(settings.map((one) => [one.key, one] as const))('%s', (_, definition) => {
  it('has defaults, secrets and variables only for its own properties, and valid defaults', () => {
    const names = Object.keys(definition.properties);
    for (const [name, value] of Object.entries(definition.defaults)) {
      expect(definition.properties[name]?.safeParse(value).success).toBe(true);
    }
    for (const name of [...(definition.secrets ?? []), ...Object.keys(definition.environment ?? {})])
      expect(names).toContain(name);
    expect(definition.label).toMatch(/^[A-Z]/);
  });
});

it('no two settings share a key, and all keys listed in access.md exist', () => {
  expect(Object.fromEntries(settings.map(({ key, properties }) => [key, Object.keys(properties)]))).toEqual({
    email: ['enabled', 'host', 'port', 'user', 'password', 'from', 'replyTo'],
    branding: ['product', 'tagline', 'logo', 'icon', 'accent'],
    check: ['noRights'],
    delivery: ['public', 'maxPixels', 'formats', 'quality'],
    review: ['notify', 'requireNoteOnReject', 'stages', 'routes', 'distinct'],
    agents: ['defaultScope', 'maxScope', 'proposalsPerHour', 'autoAccept'],
    retention: ['deletedDays', 'renditionDays', 'eventDays'],
    sites: ['maxFiles', 'maxBytes', 'keepDeployments', 'previews'],
    renditions: ['presets', 'metadata'],
    mining: ['default'],
    languages: ['default', 'others'],
    provenance: ['trustList', 'certificates', 'key'],
  });
});
