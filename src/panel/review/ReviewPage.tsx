// The review page. The API decides what a person sees.
import { pageOf } from '../shell/page.tsx';
import { Review } from './Review.tsx';

export const ReviewPage = pageOf(Review, '/review');
