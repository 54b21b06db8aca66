// The page of the queue. What a person may see of it the API decides.
import { pageOf } from '../shell/page.tsx';
import { Review } from './Review.tsx';

export const ReviewPage = pageOf(Review, '/review');
