// Copy: wording to use verbatim.
import { defineTemplate, noProps } from './contract.ts';
import { Usage, valueText } from './parts.tsx';

export const copy = defineTemplate({
  name: 'copy',
  title: 'Copy',
  description:
    'Wording to use verbatim: taglines, boilerplate, legal lines. Its keys refer to text rules or lists of them.',
  props: noProps,
  keys: { types: ['text', 'list'] },
  items: null,
  example: { template: 'copy', title: 'Boilerplate', keys: ['voice.boilerplate'] },
  Renderer: ({ rules, around }) => (
    <div className="mqb-copy">
      {rules.map((rule) => (
        <article key={rule.id}>
          <h3>{rule.label}</h3>
          {(Array.isArray(rule.value) ? rule.value : [valueText(rule)]).map((words, index) => (
            <pre key={index}>{words}</pre>
          ))}
          <Usage rule={rule} around={around} />
        </article>
      ))}
    </div>
  ),
});
