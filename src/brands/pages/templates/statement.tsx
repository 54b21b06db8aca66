// Statement: one sentence that carries a page.
import { z } from 'zod';
import { defineTemplate } from './contract.ts';
import { Prose, valueText } from './parts.tsx';

export const statement = defineTemplate({
  name: 'statement',
  title: 'Statement',
  description:
    'One sentence, large: a promise, a principle, a tagline. Names a text rule, or says it itself in body.',
  props: z.strictObject({ by: z.string().trim().min(1).max(200).optional().describe('Who says so') }),
  keys: { types: ['text'] },
  items: null,
  ownHeading: true,
  example: { template: 'statement', keys: ['voice.promise'], props: { by: 'Our promise' } },
  Renderer: ({ section, props, rules, around }) => (
    <figure className="mqb-statement">
      {section.eyebrow ? <p className="mqb-eyebrow">{section.eyebrow}</p> : null}
      {section.title ? <h2>{section.title}</h2> : null}
      <blockquote>
        <Prose text={section.body} around={around} />
        {rules.map((rule) => (
          <Prose key={rule.id} text={valueText(rule)} around={around} />
        ))}
      </blockquote>
      {props.by ? <figcaption>{props.by}</figcaption> : null}
    </figure>
  ),
});
