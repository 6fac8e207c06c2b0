import { beauty } from './material/beauty.ts';
import { business } from './material/business.ts';
import { creative } from './material/creative.ts';
import { ecommerce } from './material/ecommerce.ts';
import { education } from './material/education.ts';
import { fashion } from './material/fashion.ts';
import { finance } from './material/finance.ts';
import { fitness } from './material/fitness.ts';
import { food } from './material/food.ts';
import { gaming } from './material/gaming.ts';
import { health } from './material/health.ts';
import { lifestyle } from './material/lifestyle.ts';
import { marketing } from './material/marketing.ts';
import { technology } from './material/technology.ts';
import { travel } from './material/travel.ts';
import type { Niche } from './niche.ts';

/**
 * The product's industries with their niches. `companyIndustry` and `role` are from People Data Labs' canonical lists
 * (job_company_industry, job_title_role); `professional` industries have the larger LinkedIn audiences.
 */
export interface Industry {
  readonly name: string;
  readonly companyIndustry: string;
  readonly role: string;
  readonly professional: boolean;
  readonly niches: readonly Niche[];
}

const industry = (
  name: string,
  companyIndustry: string,
  role: string,
  professional: boolean,
  niches: readonly Niche[],
) => ({
  name,
  companyIndustry,
  role,
  professional,
  niches,
});

export const industries: readonly Industry[] = [
  industry('Technology', 'computer software', 'engineering', true, technology),
  industry('Fashion', 'apparel & fashion', 'design', false, fashion),
  industry('Beauty', 'cosmetics', 'creative', false, beauty),
  industry('Fitness', 'health, wellness and fitness', 'health', false, fitness),
  industry('Food', 'food & beverages', 'creative', false, food),
  industry('Travel', 'leisure, travel & tourism', 'media', false, travel),
  industry('Gaming', 'computer games', 'media', false, gaming),
  industry('Education', 'e-learning', 'education', true, education),
  industry('Finance', 'financial services', 'finance', true, finance),
  industry('Health', 'hospital & health care', 'health', true, health),
  industry('Lifestyle', 'consumer services', 'media', false, lifestyle),
  industry('Business', 'management consulting', 'operations', true, business),
  industry('Marketing', 'marketing and advertising', 'marketing', true, marketing),
  industry('E-commerce', 'internet', 'sales', true, ecommerce),
  industry('Creative Services', 'design', 'design', false, creative),
];
