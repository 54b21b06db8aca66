// Logos: files to use as they are, on the ground they are made for.
import { z } from 'zod';
import { Hex } from '../../rules/rule-types.ts';
import { defineTemplate } from './contract.ts';
import { filesOf, Grid, Picture, Usage, valueText } from './parts.tsx';

export const logos = defineTemplate({
  name: 'logos',
  title: 'Logos',
  description:
    'Logos and marks to download, each on the ground it is made for. Its keys name rules with files.',
  props: z.strictObject({
    ground: z
      .union([z.enum(['light', 'dark', 'checkered']), Hex])
      .default('light')
      .describe('What they are shown on'),
  }),
  keys: { types: ['color', 'text', 'number', 'list', 'font'], files: true },
  items: null,
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
              data-ground={props.ground.startsWith('#') ? 'own' : props.ground}
              style={props.ground.startsWith('#') ? { background: props.ground } : undefined}
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
