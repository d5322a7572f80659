import { type Points, pointsOfCategory } from '@purple-sector/contracts/categories'
import type { Category, Race } from '@purple-sector/contracts/weekends/http'

/** What a race of the main or of a support category gives: of those that take the points of their category. */
export const pointsOf = (races: readonly Race[], categories: readonly Category[], isMain: boolean): Points => {
  const main = categories.find((category) => category.isMain)?.id
  const race = races.find(
    ({ categoryId, pointsSource }) => (categoryId === main) === isMain && pointsSource === 'category',
  )
  return (main !== undefined && race?.pointsAwarded) || pointsOfCategory({ isMain })
}
