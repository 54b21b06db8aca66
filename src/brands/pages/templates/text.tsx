// Text: prose, and rules of type text, number or list.
import { boxes, defineTemplate, noProps } from './contract.ts';
import { copies, Prose, Usage, valueText } from './parts.tsx';

export const text = defineTemplate({
  name: 'text',
  title: 'Text',
  description:
    'Running text, with related text, number and list rules. Use it for anything best explained in words.',
  props: noProps,
  keys: { types: ['text', 'number', 'list'] },
  items: null,
  picture: boxes(
    [10, 10, 40, 6],
    [10, 24, 76, 3, 0.5],
    [10, 31, 76, 3, 0.5],
    [10, 38, 76, 3, 0.5],
    [10, 45, 48, 3, 0.5],
  ),
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
                <ul {...copies(rule.value.join('\n'), { name: rule.label, block: true })}>
                  {rule.value.map((entry, index) => (
                    <li key={index}>{entry}</li>
                  ))}
                </ul>
              ) : (
                <div {...copies(valueText(rule), { name: rule.label, block: true })}>
                  <Prose text={valueText(rule)} around={around} />
                </div>
              )}
              <Usage rule={rule} around={around} />
            </dd>
          </div>
        ))}
      </dl>
    ),
});
