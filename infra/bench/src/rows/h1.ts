import { startProduct } from '../game/product-run.ts'
import { pagesAgainstBare } from './pages-against-bare.ts'
import type { Row } from './row.ts'

/** First by name, and one of the last: on the first page of every board, and outside it. */
const ON_THE_PAGE = 1
const OUTSIDE = 999

export const h1: Row = {
  id: 'H1',
  name: 'the top page of a leaderboard',
  async run({ rounds, quick, logProgress }) {
    const participants = quick ? 4_000 : 1_000_000
    const product = await startProduct()
    const pages = await pagesAgainstBare({ row: 'H1', product, rounds, quick, logProgress })
    try {
      logProgress(`filling ${participants} participants`)
      const { weekendId } = await product.addGame({ participants, groups: 0, membersOfGroup: 0 })
      await product.signIn(OUTSIDE)
      const path = `/api/weekends/${weekendId}/leaderboard`
      const size = participants.toLocaleString('en')
      for (const fan of [OUTSIDE, ON_THE_PAGE]) {
        const where = fan === OUTSIDE ? 'outside of the page, own row after it' : 'on the page'
        await pages.compare({ what: `top page of ${size} through the gateway, fan ${where}`, path, fan })
      }
      return pages.figures
    } finally {
      await pages.stop()
      await product.stop()
    }
  },
}
