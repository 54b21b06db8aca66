// FAQ: questions with their answers.
import { boxes, defineTemplate, noProps } from './contract.ts';
import { Prose } from './parts.tsx';

export const faq = defineTemplate({
  name: 'faq',
  title: 'Questions and answers',
  description:
    'Frequent questions with their answers. Each item is a question (title) with its answer (body).',
  props: noProps,
  keys: null,
  items: { may: ['title', 'body'], must: ['title', 'body'] },
  picture: boxes(
    [8, 12, 52, 5],
    [84, 12, 4, 5],
    [8, 21, 70, 3, 0.4],
    [8, 28, 60, 3, 0.4],
    [8, 39, 44, 5],
    [84, 39, 4, 5],
    [8, 50, 80, 1, 0.4],
  ),
  example: {
    template: 'faq',
    title: 'Questions',
    items: [{ title: 'May I change the color?', body: 'No. Use the one-color version.' }],
  },
  Renderer: ({ items, around }) => (
    <div className="mqb-faq">
      {items.map((item, index) => (
        <details key={index} open={around.isPrinted}>
          <summary>{item.title}</summary>
          <Prose text={item.body} around={around} />
        </details>
      ))}
    </div>
  ),
});
