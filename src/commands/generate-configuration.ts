// Part of npm run generate: writes docs/agencies/configuration.md from the options' types and their comments, and from .env.example.
import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const output = 'docs/agencies/configuration.md';

interface Option {
  name: string;
  type: string;
  says: string;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const cell = (text: string): string => oneLine(text).replaceAll('|', '\\|');

function parse(file: string): ts.SourceFile {
  const kind = file.endsWith('.mjs') ? ts.ScriptKind.JS : ts.ScriptKind.TS;
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
}

const commentOf = (comment: ts.JSDoc['comment']): string => oneLine(ts.getTextOfJSDocComment(comment) ?? '');

/** @throws Error for a property without a comment: the reference would have an empty row */
function documented(file: string, option: Option): Option {
  if (option.says === '') throw new Error(`${file}: ${option.name} has no description.`);
  return option;
}

/** The properties of an interface. */
function optionsOf(file: string, name: string): Option[] {
  const found = parse(file)
    .statements.filter(ts.isInterfaceDeclaration)
    .find((one) => one.name.text === name);
  if (!found) throw new Error(`${file} has no interface ${name}.`);
  return found.members.filter(ts.isPropertySignature).map((member) => {
    const [doc] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
    const type = oneLine(member.type?.getText() ?? '');
    return documented(file, { name: member.name.getText(), type, says: commentOf(doc?.comment) });
  });
}

/** The properties of a `@typedef`. */
function typedefOf(file: string, name: string): Option[] {
  const tag = parse(file)
    .statements.flatMap((statement) => statement.getChildren().filter(ts.isJSDoc))
    .flatMap(({ tags }) => [...(tags ?? [])])
    .filter(ts.isJSDocTypedefTag)
    .find((one) => one.name?.text === name);
  const type = tag?.typeExpression;
  if (!type || !ts.isJSDocTypeLiteral(type)) throw new Error(`${file} has no @typedef ${name}.`);
  return (type.jsDocPropertyTags ?? []).map((property) =>
    documented(file, {
      name: property.name.getText(),
      type: oneLine(property.typeExpression?.type.getText() ?? ''),
      says: commentOf(property.comment),
    }),
  );
}

interface Variables {
  names: { name: string; value: string }[];
  says: string;
}

/** The paragraphs of .env.example: comments, then the variables that they describe. */
function variablesIn(file: string): Variables[] {
  const paragraphs = readFileSync(file, 'utf8').trim().split(/\n\n+/).slice(1);
  return paragraphs.map((paragraph) => {
    const lines = paragraph.split('\n').map((line) => line.replace(/^#/, ''));
    const isVariable = (line: string): boolean => /^[A-Z][A-Z0-9_]*=/.test(line);
    const names = lines.filter(isVariable).map((line) => {
      const at = line.indexOf('=');
      return { name: line.slice(0, at), value: line.slice(at + 1) };
    });
    if (names.length === 0) throw new Error(`${file}: a paragraph has no variable: ${paragraph}`);
    return { names, says: oneLine(lines.filter((line) => !isVariable(line)).join(' ')) };
  });
}

const rowOf = ({ name, type, says }: Option): string => `| \`${name}\` | \`${cell(type)}\` | ${cell(says)} |`;
const table = (options: readonly Option[]): string =>
  ['| Option | Type | Meaning |', '|---|---|---|', ...options.map(rowOf)].join('\n');

const variableRow = ({ names, says }: Variables): string => {
  const examples = names.map(({ name, value }) => (value ? `\`${name}=${value}\`` : `\`${name}\``));
  return `| ${examples.join(', ')} | ${cell(says)} |`;
};

const text = `<!-- Written by npm run generate: change the comments of the options, or .env.example. -->
# Configuration

## The plugin
\`marque(options)\`, in the Payload config. All options are optional.

${table(optionsOf('plugins/marque/index.ts', 'MarqueOptions'))}

## The Next config
\`withMarque(nextConfig, options)\`, inside of \`withPayload\`. All options are optional. They are part of the build: build again after a change.

${table(typedefOf('src/with-marque.mjs', 'WithMarqueOptions'))}

## Our server
\`startServer(options)\` of \`marque/server\`, for a process of your own in place of \`marque start\`.

${table(optionsOf('src/start-server.ts', 'ServerOptions'))}

## Environment
Set them in the environment, or in a file \`.env\` in the working folder; \`.env.local\`, \`.env.production\` and the others are read as Next reads them. The ones about listening are for our server; the others apply wherever the app runs. \`SERVER_URL\` is \`serverURL\` of the Payload config unless set. The database is the one that the adapter of the Payload config connects to; \`DATABASE_URL\` counts only if the config reads it.

| Variable, with its default or an example | Meaning |
|---|---|
${variablesIn('.env.example').map(variableRow).join('\n')}
`;

writeFileSync(output, text);
