// Text: prose, and rules of type text, number or list.
import { defineTemplate, noProps } from './contract.ts';
import { Prose, Usage, valueText } from './parts.tsx';

export const text = defineTemplate({
  name: 'text',
  title: 'Text',
  description:
    'Running text, with related text, number and list rules. Use it for anything best explained in words.',
  props: noProps,
  keys: { types: ['text', 'number', 'list'] },
  items: null,
  example: {
    template: 'text',
    title: 'How we sound',
    body: 'Plain, warm, and never in a hurry.',
    keys: ['voice.tone'],
  },
  Renderer: ({ rules, around }) =>
    rules.length === 0 ? null : (
      <dl className="mqb-rules">
        {rules.map((rule) => (
          <div key={rule.id}>
            <dt>{rule.label}</dt>
            <dd>
              {Array.isArray(rule.value) ? (
                <ul>
                  {rule.value.map((entry, index) => (
                    <li key={index}>{entry}</li>
                  ))}
                </ul>
              ) : (
                <Prose text={valueText(rule)} around={around} />
              )}
              <Usage rule={rule} around={around} />
            </dd>
          </div>
        ))}
      </dl>
    ),
});
