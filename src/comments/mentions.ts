// `@name` in a comment: who can be mentioned, and the mail they get. Only people who can open what the comment is on.
import { bestOn } from '../core/access/grants/best-grants.ts';
import { nameOf, personOf } from '../core/access/caller.ts';
import { statement, type Db, type Statement } from '../core/db/pool.ts';
import { sendMail } from '../core/mail/send.ts';
import type { Commented, CommentKind, CommentRow, Writer } from './kinds.ts';
import { mentionMail } from './mails.ts';
import type { Mentionable } from './schemas.ts';

interface Person extends Mentionable {
  email: string;
}

const peopleOn = (kind: Commented): Statement =>
  statement(
    `comments:people:${kind}`,
    () => `${bestOn(kind)} select u.id, u.name, u.email from t cross join best b join payload.users u on u.id = b.user_id
     where b.rank >= t.least and u.name <> '' order by lower(u.name), u.id`,
  );
const statements: Readonly<Record<Commented, Statement>> = {
  asset: peopleOn('asset'),
  brand: peopleOn('brand'),
};

/** Everyone who can open it, by name. */
const peopleWhoReach = (db: Db, kind: Commented, id: string): Promise<Person[]> =>
  db.query<Person>(statements[kind], [id]);

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

const mostSuggested = 8;

/** People to suggest for what was typed after an `@`: a word of their name begins with it. */
export async function mentionable(
  db: Db,
  kind: Commented,
  id: string,
  typed: string,
): Promise<Mentionable[]> {
  const sought = folded(typed.trim());
  const people = await peopleWhoReach(db, kind, id);
  return people
    .filter(({ name }) => folded(` ${name}`).includes(` ${sought}`))
    .slice(0, mostSuggested)
    .map(({ id: person, name }) => ({ id: person, name }));
}

const wordCharacter = /[\p{L}\p{N}_]/u;

/** Who is mentioned in a text: of two names that fit, the longer one. Namesakes are all meant. */
export function mentionsIn<P extends { name: string }>(text: string, people: readonly P[]): P[] {
  const folds = folded(text);
  const found = new Set<string>();
  const names = [...new Set(people.map(({ name }) => folded(name)))].toSorted((a, b) => b.length - a.length);
  for (const { index } of folds.matchAll(/(?<![\p{L}\p{N}_.@])@/gu)) {
    const rest = folds.slice(index + 1);
    const name = names.find((one) => rest.startsWith(one) && !wordCharacter.test(rest.charAt(one.length)));
    if (name !== undefined) found.add(name);
  }
  return people.filter(({ name }) => found.has(folded(name)));
}

/**
 * Mails those whom a comment mentions, once it is committed. Never its author.
 *
 * @param before the text before an edit: who was mentioned in it knows already
 */
export async function notifyMentioned<Row extends CommentRow>(
  kind: CommentKind<Row>,
  { service, db, caller }: Writer,
  row: Row,
  before: string,
): Promise<void> {
  if (!row.body.includes('@')) return;
  const subject = await kind.subjectOf(db, row);
  const people = await peopleWhoReach(db, subject.kind, subject.id);
  const known = new Set(mentionsIn(before, people).map(({ id }) => id));
  const author = personOf(caller);
  const { admin } = service.payload.config.routes;
  const url = `${service.env.serverUrl}${admin}${subject.path}`;
  for (const { id, email } of mentionsIn(row.body, people)) {
    if (id === author || known.has(id)) continue;
    const text = mentionMail({
      author: nameOf(caller),
      on: subject.name,
      // Text of agents isn't mailed: it may come from anywhere.
      quote: caller.kind === 'person' ? row.body : null,
      url,
    });
    await sendMail(service, db, { organizationId: subject.organizationId, to: email, ...text });
  }
}
