import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { plural } from '../../../ui/time/format.ts'

const MISSED: Record<Season['missedWeekend'], string> = {
  zero: 'nothing for a missed weekend',
  lowest: 'the lowest score for a missed weekend',
  average: 'the average score for a missed weekend',
}

/** Describes the rules in one line: `best 9 count, 1 joker, nothing for a missed weekend`. */
export const rulesLabel = ({
  countBest,
  jokers,
  missedWeekend,
}: Pick<Season, 'countBest' | 'jokers' | 'missedWeekend'>): string =>
  [
    countBest === null ? 'all rounds count' : `best ${countBest} count`,
    jokers === 0 ? 'no jokers' : plural(jokers, 'joker'),
    MISSED[missedWeekend],
  ].join(', ')
