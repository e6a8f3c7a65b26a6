import { percentText } from '../../parts/figures.ts'
import type { PublicProduct } from './steps.ts'

type Terms = Pick<PublicProduct['terms'], 'ratePpm' | 'ratePer' | 'interest'>

/** What a product costs, before anything is asked: the CBN wants rates told by the year wherever they are offered. */
export function rateOf({ ratePpm, ratePer, interest }: Terms): string {
  const basis = interest === 'flat' ? 'on the whole amount' : 'on what is still owed'
  const yearly = `${percentText(ratePer === 'month' ? ratePpm * 12 : ratePpm)} % a year`
  return ratePer === 'month'
    ? `${percentText(ratePpm)} % a month (${yearly}), ${basis}`
    : `${yearly}, ${basis}`
}
