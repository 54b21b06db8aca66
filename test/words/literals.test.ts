// What the panel says comes from the catalogues: no text is written into a view.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/** Attributes that people read or hear. */
const spoken = new Set(
  'action alt aria-label button confirm copy defaultMessage doing heading hint label none placeholder title words'.split(
    ' ',
  ),
);
/** Names, and what is typed as it is: the same in every language. */
const untranslated = new Set([
  'Marque',
  'w_1200,f_webp',
  'Bearer mq_…',
  'Enter',
  'Esc',
  'Aa',
  'SHA-256',
  'Ag',
  'color.brandBlue',
  'https://example.com',
  'https://git.example.com/brand.git',
]);

const isText = (text: string): boolean => /\p{L}{2}/u.test(text) && !untranslated.has(text.trim());

/** The texts that an expression can be, as they're written: not what it passes on to calls. */
function textsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ')];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isBinaryExpression(node)) return [...textsOf(node.right)];
  return [];
}

/** Texts in a file that people would read, with their lines. */
function literalsIn(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const take = (node: ts.Node, texts: readonly string[]): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    for (const text of texts.filter(isText)) found.push(`${file}:${line} ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) take(node, [node.text]);
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      take(node, textsOf(node.expression));
    if (ts.isJsxAttribute(node) && node.initializer && spoken.has(node.name.getText())) {
      if (ts.isStringLiteral(node.initializer)) take(node, [node.initializer.text]);
      else if (ts.isJsxExpression(node.initializer) && node.initializer.expression)
        take(node, textsOf(node.initializer.expression));
    }
    if (ts.isCallExpression(node) && /^toast\.\w+$/.test(node.expression.getText()))
      take(node, node.arguments.slice(0, 1).flatMap(textsOf));
    if (ts.isCallExpression(node) && /\.setAttribute$/.test(node.expression.getText())) {
      const [name, value] = node.arguments;
      if (name && value && ts.isStringLiteral(name) && spoken.has(name.text)) take(node, textsOf(value));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

describe('the panel', () => {
  it('has no words of its own', async () => {
    const files = (await readdir('src/panel', { recursive: true }))
      .map((name) => path.posix.join('src/panel', name))
      .filter((file) => /\.tsx?$/.test(file));
    const found = await Promise.all(
      files.map(async (file) => literalsIn(file, await readFile(file, 'utf8'))),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(found.flat()).toEqual([]);
  });
});

describe('the check itself', () => {
  it.each([
    ['text between tags', '<p>Nothing yet.</p>'],
    ['a label', '<button aria-label="Close" />'],
    ['one of two labels', `<button title={open ? 'Close' : t('ui:open')} />`],
    ['a text with a value', '<p>{`Hello, ${name}`}</p>'],
    ['a toast', `toast.success('Saved')`],
    ['a label that is set', `button?.setAttribute('aria-label', 'Close')`],
  ])('finds %s', (_what, source) => {
    expect(literalsIn('view.tsx', source)).toHaveLength(1);
  });

  it.each([
    ['a sentence of the catalogue', `<p title={t('ui:open')}>{t('ui:nothing')}</p>`],
    ['a class', '<p className="mq-muted" />'],
    ['punctuation', '<p>{name} · {place}</p>'],
  ])('leaves %s alone', (_what, source) => {
    expect(literalsIn('view.tsx', source)).toEqual([]);
  });
});
