// Specs: rules as a table of exact values.
import { boxes, defineTemplate, noProps } from './contract.ts';
import { copies, Usage, valueText } from './parts.tsx';

export const specs = defineTemplate({
  name: 'specs',
  title: 'Specifications',
  description:
    'Rules of any type as a table of names, values and usage. Use it for measures and other exact values.',
  props: noProps,
  keys: { types: ['number', 'text', 'list', 'color', 'font'] },
  items: null,
  picture: boxes(
    [8, 12, 26, 4],
    [40, 12, 48, 4, 0.4],
    [8, 21, 80, 1, 0.4],
    [8, 27, 22, 4],
    [40, 27, 40, 4, 0.4],
    [8, 36, 80, 1, 0.4],
    [8, 42, 28, 4],
    [40, 42, 44, 4, 0.4],
  ),
  example: { template: 'specs', title: 'Measures', keys: ['logo.minClearSpace', 'grid.gap'] },
  Renderer: ({ section, rules, around }) => (
    // Scrolls on narrow screens, by keyboard too.
    <div className="mqb-table" tabIndex={0} role="group" aria-label={section.title ?? 'Specifications'}>
      <table>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Value</th>
            <th scope="col">Use</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.id}>
              <th scope="row">
                {rule.label} <code>{rule.key}</code>
              </th>
              <td {...copies(valueText(rule))}>{valueText(rule)}</td>
              <td>
                <Usage rule={rule} around={around} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ),
});
