// The rules of a brand as a person sees them: swatches, specimens, files.
import { connect } from '../../lib/agent-app/host.ts';
import { element, render, type Child } from '../../lib/agent-app/elements.ts';
import { loadPictures, type Wanted } from '../../lib/agent-app/pictures.ts';

interface Rule {
  key: string;
  label: string;
  context: string | null;
  type: string;
  value: unknown;
  usage: string | null;
  assets: { id: string }[];
}

const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i.test(value);

function specimen({ type, value, label }: Rule): Child {
  if (isColor(value)) {
    const swatch = element('div', { class: 'swatch', role: 'img', 'aria-label': `${label}: ${value}` });
    swatch.style.background = value;
    return swatch;
  }
  if (type !== 'font') return null;
  const { family = '' } = value as { family?: string };
  const line = element('p', {}, 'The quick brown fox');
  line.style.fontFamily = JSON.stringify(family);
  line.style.fontSize = '20px';
  return line;
}

function textOf({ type, value }: Rule): string {
  if (type === 'font') return (value as { family: string }).family;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

const filesShown = 4;
const fileSize = 128;

/** The files of a rule, once they arrive. */
function files({ assets }: Rule, wanted: Wanted[]): Child {
  if (assets.length === 0) return null;
  const row = element('div', { class: 'row' });
  for (const { id } of assets.slice(0, filesShown))
    wanted.push({
      id,
      mime: null,
      show: (src) => row.append(element('img', { class: 'picture', src, alt: '' })),
    });
  return row;
}

const card = (rule: Rule, wanted: Wanted[]): HTMLElement =>
  element(
    'section',
    { class: 'card' },
    specimen(rule),
    element('h2', {}, rule.label),
    element('p', { class: 'quiet' }, rule.context === null ? rule.key : `${rule.key} · ${rule.context}`),
    element('p', {}, textOf(rule)),
    files(rule, wanted),
    rule.usage && element('p', { class: 'quiet' }, rule.usage),
  );

void connect('Marque rules', (host, data) => {
  const { data: rules } = data as { data: Rule[] };
  const wanted: Wanted[] = [];
  render(
    rules.length === 0
      ? element('p', {}, 'This brand has no rules yet.')
      : element('div', { class: 'grid' }, ...rules.map((rule) => card(rule, wanted))),
  );
  void loadPictures(host, wanted, fileSize);
});
