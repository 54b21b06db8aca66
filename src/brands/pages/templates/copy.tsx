// Copy: wording to use verbatim.
import { boxes, defineTemplate, noProps } from './contract.ts';
import { copies, Usage, valueText } from './parts.tsx';

export const copy = defineTemplate({
  name: 'copy',
  title: 'Copy',
  description:
    'Wording to use verbatim: taglines, boilerplate, legal lines. Its keys refer to text rules or lists of them.',
  props: noProps,
  keys: { types: ['text', 'list'] },
  items: null,
  picture: boxes([8, 12, 80, 40, 0.2], [16, 20, 60, 3], [16, 27, 64, 3], [16, 34, 56, 3], [16, 41, 30, 3]),
  example: { template: 'copy', title: 'Boilerplate', keys: ['voice.boilerplate'] },
  Renderer: ({ rules, around }) => (
    <div className="mqb-copy">
      {rules.map((rule) => (
        <article key={rule.id}>
          <h3>{rule.label}</h3>
          {(Array.isArray(rule.value) ? rule.value : [valueText(rule)]).map((words, index) => (
            <pre key={index} {...copies(String(words), { name: rule.label, block: true })}>
              {words}
            </pre>
          ))}
          <Usage rule={rule} around={around} />
        </article>
      ))}
    </div>
  ),
});
