// Logos: files to use unchanged, on their intended backgrounds.
import type { ReactElement } from 'react';
import { z } from 'zod';
import { Hex } from '../../rules/rule-types.ts';
import type { SectionState } from '../../publishing/state.ts';
import type { Rule } from '../../rules/schemas.ts';
import { boxes, defineTemplate, type Surroundings } from './contract.ts';
import { Downloads, filesOf, Grid, Picture, Usage, valueText } from './parts.tsx';

/** The rule's files in the contexts that the page doesn't show. */
function OtherContexts({ rule, around }: { rule: Rule; around: Surroundings }): ReactElement[] {
  return (around.versions?.(rule.key) ?? []).flatMap((other) => {
    const files = other.context === rule.context ? [] : filesOf(other, around);
    if (files.length === 0) return [];
    return [
      <div key={other.context ?? ''} className="mqb-context noprint">
        <p>{other.context === null ? 'Everywhere' : other.context.replaceAll('-', ' ')}</p>
        {files.map((asset) => (
          <Downloads key={`${asset.id} ${asset.url}`} asset={asset} named />
        ))}
      </div>,
    ];
  });
}

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
  downloads: true,
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
            <div key={`${asset.id} ${asset.url}`} className="mqb-logo">
              <a
                href={asset.url}
                download={asset.filename}
                className="mqb-ground"
                {...groundOf(props.ground, rule, section, around)}
              >
                <Picture asset={asset} alt={`${rule.label}: download ${asset.filename}`} />
              </a>
              <Downloads asset={asset} />
            </div>
          ))}
          <h3>{rule.label}</h3>
          {rule.type === 'text' ? <p>{valueText(rule)}</p> : null}
          <OtherContexts rule={rule} around={around} />
          <Usage rule={rule} around={around} />
        </article>
      ))}
    </Grid>
  ),
});
