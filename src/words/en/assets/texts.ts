export const texts = {
  language: 'Language of the texts',
  incomplete: 'incomplete',
  alt: 'Alt text',
  altHint: 'What the picture shows, for those who can’t see it. Without one, the description is read out.',
} as const;
