import { MAIN_CATEGORY, MAIN_POINTS, type Points, SUPPORT_POINTS } from '@purple-sector/contracts/categories'
import type { Race } from '@purple-sector/contracts/weekends/http'

/** What a race of the main or of a support category gives: of those that take the points of their category. */
export const pointsOf = (races: readonly Race[], isMain: boolean): Points =>
  races.find(({ category, pointsSource }) => (category === MAIN_CATEGORY) === isMain && pointsSource === 'category')
    ?.pointsAwarded ?? (isMain ? MAIN_POINTS : SUPPORT_POINTS)
