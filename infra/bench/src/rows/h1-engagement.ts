import type { Database } from '@purple-sector/database'
import { USER_ID } from '../game/fill-game.ts'
import { startProduct } from '../game/product-run.ts'
import { waitFor } from '../wait-for.ts'
import { pagesAgainstBare } from './pages-against-bare.ts'
import type { Row } from './row.ts'

const ON_THE_PAGE = 1
const OUTSIDE = 999

/** Fans with 5 to 500 points each; one of them leads, one is last. */
const FANS = [
  `insert into users (id, username, first_name, last_name, sort_name)
   select ${USER_ID('n')}, 'fan' || n, 'Fan', 'No. ' || n, 'fan' || n from generate_series(1, :fans::int) n
   on conflict (id) do nothing`,
  `insert into activity_totals (user_id, weekend_id, points, activities, last_at, sort_name)
   select ${USER_ID('n')}, :weekendId, case n when ${ON_THE_PAGE} then 1000 when ${OUTSIDE} then 1 else 500 - n % 496 end, 10, now(), 'fan' || n
   from generate_series(1, :fans::int) n`,
  `insert into engagement_ranks (weekend_id, points, fans)
   select weekend_id, points, count(*) from activity_totals where weekend_id = :weekendId group by weekend_id, points`,
  `insert into engagement_boards (weekend_id, version, refreshed_at) values (:weekendId, 1, now())
   on conflict (weekend_id) do nothing`,
  'analyze',
]

const fill = async (engagement: Database, weekendId: number, fans: number): Promise<void> => {
  for (const statement of FANS) await engagement.raw(statement, statement.includes(':') ? { weekendId, fans } : {})
}

export const h1Engagement: Row = {
  id: 'H1-engagement',
  name: "engagement's replies in the gateways' memory: its board, the heat map, the unread count",
  async run({ rounds, quick, logProgress }) {
    const fans = quick ? 4_000 : 100_000
    const product = await startProduct()
    const pages = await pagesAgainstBare({ row: 'H1', product, rounds, quick, logProgress })
    try {
      const { weekendId, raceIds, carIds } = await product.raceControl.addWeekend(1)
      const isKnown = async () =>
        (await product.engagement('cars').where({ weekend_id: weekendId })).length === carIds.length
      await waitFor('the cars', isKnown)
      await product.signIn(OUTSIDE)
      logProgress(`filling ${fans} fans`)
      await fill(product.engagement, weekendId, fans)
      await product.raceControl.publish(raceIds[0] ?? 0, carIds)
      await waitFor(
        'the result',
        async () => (await product.engagement('results').where({ weekend_id: weekendId })).length > 0,
      )

      const size = fans.toLocaleString('en')
      const board = `/api/engagement/leaderboard/${weekendId}`
      for (const fan of [OUTSIDE, ON_THE_PAGE]) {
        const where = fan === OUTSIDE ? 'outside of the page, own row after it' : 'on the page'
        await pages.compare({ what: `top page of the engagement board of ${size}, fan ${where}`, path: board, fan })
      }
      const heatMap = `/api/weekends/${weekendId}/heat-map`
      await pages.compare({ what: `heat map of ${carIds.length} drivers`, path: heatMap, fan: ON_THE_PAGE })
      const count = `/api/notifications/${weekendId}/count`
      await pages.compare({ what: "a fan's unread count", path: count, fan: ON_THE_PAGE })
      return pages.figures
    } finally {
      await pages.stop()
      await product.stop()
    }
  },
}
