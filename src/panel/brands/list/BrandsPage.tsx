// The page of all brands.
import { pageOf } from '../../shell/page.tsx';
import { Brands } from './Brands.tsx';

export const BrandsPage = pageOf(Brands, '/brands');
