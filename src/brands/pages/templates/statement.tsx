// Statement: one large sentence.
import { z } from 'zod';
import { boxes, defineTemplate } from './contract.ts';
import { copies, Prose, valueText } from './parts.tsx';

export const statement = defineTemplate({
  name: 'statement',
  title: 'Statement',
  description:
    'One large sentence: a promise, a principle, a tagline. Refers to a text rule, or has its text in body.',
  props: z.strictObject({ by: z.string().trim().min(1).max(200).optional().describe('Who said it') }),
  keys: { types: ['text'] },
  items: null,
  ownHeading: true,
  picture: boxes([12, 18, 72, 9], [12, 32, 54, 9], [12, 50, 22, 3, 0.5]),
  example: { template: 'statement', keys: ['voice.promise'], props: { by: 'Our promise' } },
  Renderer: ({ section, props, rules, around }) => (
    <figure className="mqb-statement">
      {section.eyebrow ? <p className="mqb-eyebrow">{section.eyebrow}</p> : null}
      {section.title ? <h2>{section.title}</h2> : null}
      <blockquote>
        <Prose text={section.body} around={around} />
        {rules.map((rule) => (
          <div key={rule.id} {...copies(valueText(rule), { name: rule.label, block: true })}>
            <Prose text={valueText(rule)} around={around} />
          </div>
        ))}
      </blockquote>
      {props.by ? <figcaption>{props.by}</figcaption> : null}
    </figure>
  ),
});
