import config from '@payload-config';
import { headers } from 'next/headers';
import { getPayload } from 'payload';

export default async function Home() {
  const sent = await headers();
  const payload = await getPayload({ config });
  const { user } = await payload.auth({ headers: sent });
  const { docs } = await payload.find({ collection: 'posts', sort: 'createdAt' });
  return (
    <main>
      <h1>Our posts</h1>
      <p>{user ? `Signed in as ${user.email ?? ''}` : 'Not signed in'}</p>
      <ul>
        {docs.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </main>
  );
}
