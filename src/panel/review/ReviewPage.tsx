// The review page. The API decides what a person sees.
import { pageOf } from '../shell/page.tsx';
import { ReviewQueue } from './ReviewQueue.tsx';

export const ReviewPage = pageOf(ReviewQueue, '/review');
