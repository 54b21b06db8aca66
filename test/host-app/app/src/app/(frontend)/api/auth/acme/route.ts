/** A sign-in of the app's own, where Marque has addresses, too. */
export function GET() {
  return Response.json({ app: 'knows you' });
}
