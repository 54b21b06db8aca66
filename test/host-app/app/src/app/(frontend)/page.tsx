import config from '@payload-config';
import { headers } from 'next/headers';
import { getPayload } from 'payload';

export default async function Home() {
  const payload = await getPayload({ config });
  const { user } = await payload.auth({ headers: await headers() });
  const { docs } = await payload.find({ collection: 'posts', sort: 'id' });
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
