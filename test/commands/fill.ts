// A new installation's database, created in a separate process: Payload's pool keeps a connection, which must
// be closed before the test stops the database. Argument: the URL of the database.
import pg from 'pg';
import { fillTemplate } from '../setup/run/template.ts';

const [url = ''] = process.argv.slice(2);
await fillTemplate(url);
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query(
  `with o as (insert into organizations (name, slug) values ('Home', 'home') returning id)
   insert into workspaces (name, slug, organization_id) select 'Library', 'library', id from o`,
);
process.stdout.write('filled\n');
process.exit(0);
