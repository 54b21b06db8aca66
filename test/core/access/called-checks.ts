// Which operations check access in a function that they call, in whichever folder it is: it does more than their record says.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** What decides about access, wherever it's called. */
const checks = new Set(['accessTo', 'demandPerson', 'demandShare', 'isAdminOfAny']);
/** The one `demand` that does; others have the name, too. */
const demand = 'src/core/access/actor.ts#demand';

interface Declared {
  checks: boolean;
  /** Of the functions that it calls, by file and name. */
  calls: string[];
  /** Of the operation that it is. */
  operation: string | null;
}

/** What the names of a file are elsewhere: those it imports, but for types. */
function importsOf(file: string, source: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const from = statement.moduleSpecifier.text;
    const named = statement.importClause?.namedBindings;
    if (!from.startsWith('.') || !named || !ts.isNamedImports(named)) continue;
    const target = path.posix.join(path.posix.dirname(file), from);
    for (const { name, propertyName } of named.elements)
      found.set(name.text, `${target}#${(propertyName ?? name).text}`);
  }
  return found;
}

/** The name of what a call calls: `accessTo` of `context.accessTo(…)`. */
function calledName({ expression }: ts.CallExpression): string | null {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : null;
}

function isForbidden(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'ApiError') return false;
  const [code] = node.arguments ?? [];
  return code !== undefined && ts.isStringLiteral(code) && code.text === 'forbidden';
}

/** The name of an operation, if this call declares one. */
function operationOf(call: ts.CallExpression): string | null {
  const [record] = call.arguments;
  if (calledName(call) !== 'defineOperation' || !record || !ts.isObjectLiteralExpression(record)) return null;
  for (const property of record.properties)
    if (ts.isPropertyAssignment(property) && property.name.getText() === 'name')
      return ts.isStringLiteral(property.initializer) ? property.initializer.text : null;
  return null;
}

function declaredIn(node: ts.Node, resolve: (name: string) => string): Declared {
  const declared: Declared = { checks: false, calls: [], operation: null };
  const visit = (inner: ts.Node): void => {
    if (isForbidden(inner)) declared.checks = true;
    if (ts.isCallExpression(inner)) {
      const name = calledName(inner) ?? '';
      if (checks.has(name) || resolve(name) === demand) declared.checks = true;
      else if (ts.isIdentifier(inner.expression)) declared.calls.push(resolve(name));
      declared.operation ??= operationOf(inner);
    }
    ts.forEachChild(inner, visit);
  };
  visit(node);
  return declared;
}

/** The functions and constants at the top of a file, by file and name. */
function readDeclared(file: string): [string, Declared][] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const imports = importsOf(file, source);
  const resolve = (name: string): string => imports.get(name) ?? `${file}#${name}`;
  return source.statements.flatMap((statement): [string, Declared][] => {
    if (ts.isFunctionDeclaration(statement) && statement.name)
      return [[`${file}#${statement.name.text}`, declaredIn(statement, resolve)]];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map((one) => [
      `${file}#${one.name.getText()}`,
      declaredIn(one, resolve),
    ]);
  });
}

/**
 * The operations that check access themselves, or call something that does.
 *
 * @param files relative to the repository. What is in none of them isn't followed, such as the pipeline.
 */
export function checkingOperations(files: readonly string[]): Set<string> {
  const all = new Map(files.flatMap(readDeclared));
  const callers = new Map<string, string[]>();
  for (const [name, { calls }] of all)
    for (const called of calls) callers.set(called, [...(callers.get(called) ?? []), name]);
  const checking = new Set([...all].filter(([, one]) => one.checks).map(([name]) => name));
  // A set also visits what is added meanwhile.
  for (const name of checking) for (const caller of callers.get(name) ?? []) checking.add(caller);
  const names = [...checking].map((name) => all.get(name)?.operation ?? null);
  return new Set(names.filter((name) => name !== null));
}
