// The page of near-duplicates.
import { pageOf } from '../../shell/page.tsx';
import { Duplicates } from '../../views.ts';

export const DuplicatesPage = pageOf(Duplicates, '/duplicates');
