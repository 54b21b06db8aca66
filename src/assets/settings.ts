// Settings of assets: how they're delivered, renditions with a name, their languages, and how long things are kept.
import { z } from 'zod';
import { contexts, count, defineSetting } from '../core/settings/schemas.ts';
import { Presets } from './crops/presets.ts';
import { languages } from './languages/languages.ts';
import { renditionFormats } from './metadata/kinds.ts';
import { miningSetting } from './mining.ts';
import { provenance } from './provenance.ts';

export const delivery = defineSetting({
  key: 'delivery',
  label: 'Delivery',
  contexts,
  properties: {
    public: z.boolean().describe('Whether new assets are public'),
    maxPixels: count(1, 100_000_000).describe('Maximum pixels of a rendition, width times height'),
    formats: z.array(z.enum(renditionFormats)).min(1).max(renditionFormats.length),
    quality: count(1, 100).describe('Default quality of renditions'),
  },
  defaults: { public: true },
  form: {
    about: 'What can be delivered from the library, and in which forms.',
    properties: {
      public: {
        label: 'New assets are',
        kind: { as: 'yes-no', yes: 'Public', no: 'Not public' },
        hint: 'Anyone with its address can open a public asset once it’s active',
      },
      maxPixels: {
        label: 'Maximum pixels per rendition',
        kind: { as: 'number' },
        hint: 'Width times height: 2073600 is 1920 × 1080',
        unset: 'No limit',
      },
      formats: {
        label: 'Rendition formats',
        kind: {
          as: 'choices',
          options: renditionFormats.map((value) => ({ value, label: value.toUpperCase() })),
        },
        unset: 'All',
      },
      quality: { label: 'Default rendition quality', kind: { as: 'number' }, hint: '1 to 100', unset: '80' },
    },
  },
});

export const renditions = defineSetting({
  key: 'renditions',
  label: 'Renditions',
  contexts,
  properties: {
    presets: Presets.describe('Renditions with a name, at /a/{id}/preset_{name}'),
    metadata: z
      .enum(['required', 'all'])
      .describe(
        'What renditions keep of a file’s metadata. required: who made it, whose it is, and what may be done with it. all: also where it was taken, with which device, and who is in it',
      ),
  },
  defaults: { presets: [], metadata: 'required' },
  form: {
    about: 'Sizes that people and websites use by name, and what renditions say of themselves.',
    properties: {
      presets: {
        label: 'Presets',
        kind: { as: 'own' },
        hint: 'A change shows within a minute wherever a preset is used. The list replaces the organization’s',
      },
      metadata: {
        label: 'Metadata',
        kind: {
          as: 'choice',
          options: [
            { value: 'required', label: 'Credits and rights only' },
            { value: 'all', label: 'Everything, with places, devices and people' },
          ],
        },
        hint: 'What renditions keep of what a file says. Files that arrive as HEIC, RAW or PDF only keep credits',
      },
    },
  },
});

const days = count(1, 36_500);

export const retention = defineSetting({
  key: 'retention',
  label: 'Retention',
  contexts,
  properties: {
    deletedDays: days.describe('Days a deleted asset can be restored'),
    renditionDays: days.describe("Days until a rendition is removed; it's made again on demand"),
    eventDays: days.describe('Days that events are kept'),
  },
  defaults: { deletedDays: 30, renditionDays: 30, eventDays: 400 },
  form: {
    about: 'How long data is kept, in days.',
    properties: {
      deletedDays: {
        label: 'Deleted assets',
        kind: { as: 'number' },
        hint: 'You can restore them until then',
      },
      renditionDays: { label: 'Renditions', kind: { as: 'number' }, hint: 'Created again on request' },
      eventDays: { label: 'Activity and audit', kind: { as: 'number' } },
    },
  },
});

export const assetSettings = [delivery, renditions, miningSetting, languages, retention, provenance];
