// Whether an asset was made with generative AI (Article 50 of the EU AI Act wants viewers to be told).

export const aiAnswers = ['yes', 'no', 'unknown'] as const;
export type AiAnswer = (typeof aiAnswers)[number];

/** IPTC's words for pictures that are wholly or partly made by a trained model, as C2PA and XMP use them. */
export const aiSources = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'c2pa.trainedAlgorithmicData',
] as const;

/** @param source a digital source type, in full (IPTC's address) or its last word */
export const isAiSource = (source: string | null | undefined): boolean =>
  (aiSources as readonly string[]).includes(source?.split('/').at(-1) ?? '');

/** What the file's own credentials say counts even where somebody has recorded another origin. */
export function madeByAi({
  origin,
  c2pa,
}: {
  origin: string | null;
  c2pa: { digitalSourceType: string | null } | null;
}): AiAnswer {
  if (origin === 'generated' || isAiSource(c2pa?.digitalSourceType)) return 'yes';
  return origin === 'shot' ? 'no' : 'unknown';
}
