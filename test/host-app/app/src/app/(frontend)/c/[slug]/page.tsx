import config from '@payload-config';
import { notFound } from 'next/navigation';
import { getPayload } from 'payload';

/** The page of a fashion collection, at an address where Marque has files, too. */
export default async function Season({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const payload = await getPayload({ config });
  const where = { season: { equals: slug } };
  const { docs } = await payload.find({ collection: 'collections', where });
  const [found] = docs;
  if (!found) notFound();
  return <h1>The season {found.season}</h1>;
}
