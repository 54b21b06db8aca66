// A config of the app as TypeScript reads it, and changes to it that leave everything else as its author wrote it.
import type ts from 'typescript';

export type TypeScript = typeof ts;

export interface Source {
  ts: TypeScript;
  file: ts.SourceFile;
  text: string;
}

/** Text that comes in place of what is between two offsets. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** What to do with a config: the new text, nothing since it's done already, or what its author has to do. */
export type Change =
  { kind: 'change'; text: string } | { kind: 'done' } | { kind: 'by hand'; because: string };

export function parse(typescript: TypeScript, name: string, text: string): Source {
  const { ScriptTarget } = typescript;
  return { ts: typescript, text, file: typescript.createSourceFile(name, text, ScriptTarget.Latest, true) };
}

export function applied(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((one, other) => other.from - one.from)
    .reduce((current, { from, to, text: put }) => current.slice(0, from) + put + current.slice(to), text);
}

/** Every node of the file for which `is` says yes. */
export function nodesOf<T extends ts.Node>(
  { ts: { forEachChild }, file }: Source,
  is: (node: ts.Node) => node is T,
): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Calls of a function by this name. */
export function callsOf(source: Source, name: string): ts.CallExpression[] {
  const { ts: typescript } = source;
  return nodesOf(source, typescript.isCallExpression).filter(
    ({ expression }) => typescript.isIdentifier(expression) && expression.text === name,
  );
}

export function importsFrom({ ts: typescript, file }: Source, module: string): boolean {
  return file.statements.some(
    (one) =>
      typescript.isImportDeclaration(one) &&
      typescript.isStringLiteral(one.moduleSpecifier) &&
      one.moduleSpecifier.text === module,
  );
}

/** True if the file has this word as a name of anything. */
export const hasName = (source: Source, name: string): boolean =>
  nodesOf(source, source.ts.isIdentifier).some(({ text }) => text === name);

/** Where a line goes on after what ends here: behind the comments that its author wrote about it. */
function endOfLine({ ts: typescript, text }: Source, end: number): number {
  return typescript.getTrailingCommentRanges(text, end)?.at(-1)?.end ?? end;
}

/** What is imported: `marque`, or `agents as marqueAgents`. */
export interface Imported {
  name: string;
  module: string;
}

/** Lines that import names, after the last import; quotes and semicolons as there. */
export function importsOf(source: Source, imported: readonly Imported[]): Edit | null {
  const last = source.file.statements.filter(source.ts.isImportDeclaration).at(-1);
  if (!last) return null;
  const theirs = last.getText(source.file);
  const quote = theirs.includes('"') ? '"' : "'";
  const end = theirs.endsWith(';') ? ';' : '';
  const lines = imported.map(
    ({ name, module }) => `\nimport { ${name} } from ${quote}${module}${quote}${end}`,
  );
  const at = endOfLine(source, last.getEnd());
  return { from: at, to: at, text: lines.join('') };
}

/** The object literal that an expression is, or that the name in it stands for in this file; null: something else. */
export function literalOf(source: Source, expression: ts.Expression): ts.ObjectLiteralExpression | null {
  const { ts: typescript } = source;
  if (
    typescript.isAsExpression(expression) ||
    typescript.isSatisfiesExpression(expression) ||
    typescript.isParenthesizedExpression(expression)
  )
    return literalOf(source, expression.expression);
  if (typescript.isObjectLiteralExpression(expression)) return expression;
  if (!typescript.isIdentifier(expression)) return null;
  const [declaration, another] = nodesOf(source, typescript.isVariableDeclaration).filter(
    ({ name }) => typescript.isIdentifier(name) && name.text === expression.text,
  );
  return declaration?.initializer && !another ? literalOf(source, declaration.initializer) : null;
}

/** The property of an object literal with this name. */
export function propertyOf(
  { ts: typescript }: Source,
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find(
    (one) =>
      one.name !== undefined &&
      (typescript.isIdentifier(one.name) || typescript.isStringLiteral(one.name)) &&
      one.name.text === name,
  );
}

type List = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

/** Items for a list that has none, but perhaps a comment. */
function only({ text, file }: Source, list: List, items: readonly string[]): Edit {
  const [from, close] = [list.getStart(file) + 1, list.getEnd() - 1];
  const inside = text.slice(from, close);
  const comment = inside.trimEnd();
  if (comment === '') {
    const joined = items.join(', ');
    return { from, to: close, text: 'properties' in list ? ` ${joined} ` : joined };
  }
  const at = from + comment.length;
  const indent = /\n([ \t]*)\S/.exec(inside)?.[1];
  const added =
    indent === undefined ? ` ${items.join(', ')}` : items.map((item) => `\n${indent}${item},`).join('');
  return { from: at, to: at, text: added };
}

/** Puts items at the end of an object or array literal, each on a line of its own if those there are. */
export function appended(source: Source, list: List, items: readonly string[]): Edit {
  const { text, file } = source;
  const theirs = 'properties' in list ? list.properties : list.elements;
  const last = theirs.at(-1);
  if (!last) return only(source, list, items);
  const before = text.slice(last.getFullStart(), last.getStart(file));
  const indent = /\n([ \t]*)[^\n]*$/.exec(before)?.[1];
  const separator = indent === undefined ? ' ' : `\n${indent}`;
  const { hasTrailingComma } = theirs;
  // The end of the list's items includes a last comma.
  const from = hasTrailingComma ? theirs.end : last.getEnd();
  const to = indent === undefined ? from : endOfLine(source, from);
  const added = `${separator}${items.join(`,${separator}`)}${hasTrailingComma ? ',' : ''}`;
  return { from, to, text: `${hasTrailingComma ? '' : ','}${text.slice(from, to)}${added}` };
}
