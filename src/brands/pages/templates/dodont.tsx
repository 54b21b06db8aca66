// Dos and don'ts, side by side.
import { boxes, defineTemplate, noProps } from './contract.ts';
import { Grid, Picture, Prose } from './parts.tsx';

const words = { do: 'Do', dont: 'Don’t' } as const;

export const dodont = defineTemplate({
  name: 'dodont',
  title: "Dos and don'ts",
  description:
    'What to do and what to avoid, each with a picture or a sentence. Items are of kind do or dont.',
  props: noProps,
  keys: null,
  items: { may: ['kind', 'title', 'body', 'asset', 'rendition'], must: ['kind'], kinds: ['do', 'dont'] },
  picture: boxes(
    [8, 10, 38, 32, 0.3],
    [50, 10, 38, 32, 0.3],
    [8, 46, 38, 3],
    [50, 46, 38, 3, 0.4],
    [8, 53, 24, 3, 0.4],
    [50, 53, 24, 3, 0.4],
  ),
  example: {
    template: 'dodont',
    title: 'The logo, right and wrong',
    items: [
      { kind: 'do', title: 'Leave clear space', body: 'At least the height of the x.' },
      { kind: 'dont', title: 'Never stretch it' },
    ],
  },
  Renderer: ({ section, items, around }) => (
    <Grid columns={section.columns}>
      {items.map((item, index) => {
        const asset = item.asset ? around.asset(item.asset, item.rendition ?? 'w_960,f_auto') : null;
        const kind = item.kind === 'dont' ? 'dont' : 'do';
        return (
          <article key={index} className="mqb-dodont" data-kind={kind}>
            {asset ? <Picture asset={asset} /> : null}
            <h3>
              <span className="mqb-verdict">{words[kind]}</span>
              {item.title ? `: ${item.title}` : null}
            </h3>
            <Prose text={item.body} around={around} />
          </article>
        );
      })}
    </Grid>
  ),
});
