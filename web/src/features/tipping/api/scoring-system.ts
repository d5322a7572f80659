import { type Points, pointsOfCategory } from '@purple-sector/contracts/categories'
import type { Category, Race } from '@purple-sector/contracts/weekends/http'

/** Returns the points of the main or a support category, from a race that uses its category's points. */
export const pointsOf = (races: readonly Race[], categories: readonly Category[], isMain: boolean): Points => {
  const main = categories.find((category) => category.isMain)?.id
  const race = races.find(
    ({ categoryId, pointsSource }) => (categoryId === main) === isMain && pointsSource === 'category',
  )
  return (main !== undefined && race?.pointsAwarded) || pointsOfCategory({ isMain })
}
