import type { Points } from '@purple-sector/contracts/categories'
import type { Race } from '@purple-sector/contracts/weekends/http'

/** Points of a place where the sessions say nothing else (spec part 1 section 9). */
export const MAIN_POINTS: Points = { first: 50, second: 25, third: 15 }
export const SUPPORT_POINTS: Points = { first: 10, second: 6, third: 3 }

/** What a race of the main or of a support category gives: of those that take the points of their category. */
export const pointsOf = (races: readonly Race[], isMain: boolean, otherwise: Points): Points =>
  races.find(
    ({ category, pointsSource }) =>
      (category === 'Repco Supercars Championship') === isMain && pointsSource === 'category',
  )?.pointsAwarded ?? otherwise
