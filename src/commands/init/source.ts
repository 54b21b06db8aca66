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

/** A line that imports `name`, after the last import; quotes and semicolons as there. */
export function importOf(source: Source, name: string, module: string): Edit | null {
  const last = source.file.statements.filter(source.ts.isImportDeclaration).at(-1);
  if (!last) return null;
  const theirs = last.getText(source.file);
  const quote = theirs.includes('"') ? '"' : "'";
  const end = theirs.endsWith(';') ? ';' : '';
  const text = `\nimport { ${name} } from ${quote}${module}${quote}${end}`;
  return { from: last.getEnd(), to: last.getEnd(), text };
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

/** Puts an item at the end of an object or array literal, on a line of its own if its items are. */
export function appended(
  { text, file }: Source,
  list: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression,
  item: string,
): Edit {
  const items = 'properties' in list ? list.properties : list.elements;
  const last = items.at(-1);
  const close = list.getEnd() - 1;
  if (!last)
    return { from: list.getStart(file) + 1, to: close, text: 'properties' in list ? ` ${item} ` : item };
  const before = text.slice(last.getFullStart(), last.getStart(file));
  const indent = /\n([ \t]*)[^\n]*$/.exec(before)?.[1];
  const separator = indent === undefined ? ' ' : `\n${indent}`;
  const { hasTrailingComma } = items;
  const from = hasTrailingComma ? text.indexOf(',', last.getEnd()) + 1 : last.getEnd();
  return {
    from,
    to: from,
    text: `${hasTrailingComma ? '' : ','}${separator}${item}${hasTrailingComma ? ',' : ''}`,
  };
}
