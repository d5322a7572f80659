import { alternate } from '../figures/alternate.ts'
import { startProduct } from '../game/product-run.ts'
import { pagesAgainstBare } from './pages-against-bare.ts'
import type { Row } from './row.ts'

/** By name the first and one of the last: on the top page of every board, and outside of it. */
const ON_THE_PAGE = 1
const OUTSIDE = 999
/** Two measurements of the same thing differ by so much; a board that grows with its participants by far more. */
const NOT_AT_ALL = 0.85

export const h1: Row = {
  id: 'H1',
  name: 'the top page of a leaderboard',
  async run({ rounds, quick, tell }) {
    const sizes = quick ? [1_000, 2_000, 4_000] : [1_000, 10_000, 100_000, 1_000_000]
    const product = await startProduct()
    const pages = await pagesAgainstBare({ row: 'H1', product, rounds, quick, tell })
    try {
      const boards: { participants: number; path: string }[] = []
      for (const participants of sizes) {
        tell(`filling ${participants} participants`)
        const { weekendId } = await product.addGame({ participants, groups: 0, membersOfGroup: 0 })
        boards.push({ participants, path: `/api/weekends/${weekendId}/leaderboard` })
      }
      await product.signIn(OUTSIDE)
      const largest = boards.at(-1)
      const smallest = boards[0]
      if (!largest || !smallest) throw new Error('There is no board')
      const { path } = largest
      const size = largest.participants.toLocaleString('en')
      for (const fan of [OUTSIDE, ON_THE_PAGE]) {
        const where = fan === OUTSIDE ? 'outside of the page, own row after it' : 'on the page'
        await pages.compare({ what: `top page of ${size} through the gateway, fan ${where}`, path, fan })
      }
      for (const { participants, path } of boards.slice(1)) {
        const comparison = await alternate(rounds, {
          subject: () => pages.measure({ who: 'gateway', path, fan: OUTSIDE }),
          baseline: () => pages.measure({ who: 'gateway', path: smallest.path, fan: OUTSIDE }),
        })
        const [many, few] = [participants, smallest.participants].map((count) => count.toLocaleString('en'))
        pages.judge(`growth: the same with ${many} participants`, `with ${few} participants`, NOT_AT_ALL, comparison)
      }
      return pages.figures
    } finally {
      await pages.stop()
      await product.stop()
    }
  },
}
