// FAQ: questions with their answers.
import { defineTemplate, noProps } from './contract.ts';
import { Prose } from './parts.tsx';

export const faq = defineTemplate({
  name: 'faq',
  title: 'Questions and answers',
  description:
    'Frequent questions with their answers. Each item is a question (title) with its answer (body).',
  props: noProps,
  keys: null,
  items: { may: ['title', 'body'], must: ['title', 'body'] },
  example: {
    template: 'faq',
    title: 'Questions',
    items: [{ title: 'May I change the colour?', body: 'No. Use the one-colour version.' }],
  },
  Renderer: ({ items, around }) => (
    <div className="mqb-faq">
      {items.map((item, index) => (
        <details key={index}>
          <summary>{item.title}</summary>
          <Prose text={item.body} around={around} />
        </details>
      ))}
    </div>
  ),
});
