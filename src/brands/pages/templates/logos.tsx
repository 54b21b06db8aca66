// Logos: files to use unchanged, on their intended backgrounds.
import { z } from 'zod';
import { Hex } from '../../rules/rule-types.ts';
import type { SectionState } from '../../publishing/state.ts';
import type { Rule } from '../../rules/schemas.ts';
import { type Surroundings, boxes, defineTemplate } from './contract.ts';
import { filesOf, Grid, Picture, Usage, valueText } from './parts.tsx';

/**
 * What is behind the files of a rule. Where none was chosen, a logo for a context is on the ground of that context: a reversed logo
 * would be invisible on white.
 */
function groundOf(
  ground: string,
  { context }: Rule,
  section: SectionState,
  { colorsIn }: Surroundings,
): { 'data-ground': string; style?: { background: string } } {
  const shownIn = section.context ?? context;
  const own = ground === 'light' && shownIn !== null ? (colorsIn?.(shownIn)?.surface ?? ground) : ground;
  return own.startsWith('#') ? { 'data-ground': 'own', style: { background: own } } : { 'data-ground': own };
}

export const logos = defineTemplate({
  name: 'logos',
  title: 'Logos',
  description:
    'Logos and marks to download, each on its intended background. Its keys refer to rules with files.',
  props: z.strictObject({
    ground: z
      .union([z.enum(['light', 'dark', 'checkered']), Hex])
      .default('light')
      .describe("The background they are shown on. Default: light, or in a context that context's own"),
  }),
  keys: { types: ['color', 'text', 'number', 'list', 'font'], files: true },
  items: null,
  picture: boxes(
    [8, 14, 38, 30, 0.2],
    [50, 14, 38, 30, 0.8],
    [20, 24, 14, 10],
    [8, 49, 22, 3, 0.5],
    [50, 49, 22, 3, 0.5],
  ),
  example: {
    template: 'logos',
    title: 'Our logo',
    keys: ['logo.primary', 'logo.inverse'],
    props: { ground: 'light' },
  },
  Renderer: ({ section, props, rules, around }) => (
    <Grid columns={section.columns}>
      {rules.map((rule) => (
        <article key={rule.id} className="mqb-logo">
          {filesOf(rule, around).map((asset) => (
            <a
              key={`${asset.id} ${asset.url}`}
              href={asset.url}
              download={asset.filename}
              className="mqb-ground"
              {...groundOf(props.ground, rule, section, around)}
            >
              <Picture asset={asset} alt={`${rule.label}: download ${asset.filename}`} />
            </a>
          ))}
          <h3>{rule.label}</h3>
          {rule.type === 'text' ? <p>{valueText(rule)}</p> : null}
          <Usage rule={rule} around={around} />
        </article>
      ))}
    </Grid>
  ),
});
