import { type Database, openDatabase } from '@purple-sector/database'
import { awardPoints, awardPointsOf } from '@purple-sector/engagement/points/award-points'
import { boardReadModel } from '@purple-sector/engagement/points/board-read-model'
import { refreshBoards } from '@purple-sector/engagement/points/refresh-boards'
import { startBenchPostgres } from '../database/bench-postgres.ts'
import { alternate } from '../figures/alternate.ts'
import { absolute, atMost, compared, type Figure, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import type { Row } from './row.ts'

const SMALL = { weekendId: 1, fans: 1_000 }
const READS = 200
const LIMIT = 100

/** Everybody tipped, and did up to sixty things beside it: few distinct sums, as on a real weekend. */
const FANS = `select 'fan-' || fan as user_id, :cause || fan as cause, :weekendId::integer as weekend_id, 'tip' as kind,
  case when :more::integer = 1 then hashint4(fan) & 63 else 5 end as points, now() as at
  from generate_series(1, :fans::integer) fan`

const fill = async (database: Database, { weekendId, fans }: typeof SMALL): Promise<number> => {
  const startedAt = performance.now()
  for (const more of [0, 1])
    await database.transaction((sql) =>
      awardPointsOf(sql, FANS, { cause: `${more}/${weekendId}/`, more, weekendId, fans }),
    )
  return performance.now() - startedAt
}

/** One after the other, in ms each. */
const reading = async (read: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  for (let time = 0; time < READS; time += 1) await read()
  return (performance.now() - startedAt) / READS
}

/** What is read of a board by whoever stands far down: the first page with their own row, and the page they are on. */
const readsOf = (database: Database, { weekendId, fans }: typeof SMALL) => {
  const board = boardReadModel(database, weekendId)
  const viewer = `fan-${Math.round(fans / 2)}`
  return {
    first: () => reading(() => board.page({ limit: LIMIT, offset: 0, viewer })),
    deep: () => reading(() => board.page({ limit: LIMIT, offset: Math.round(fans * 0.9), viewer })),
    head: () => reading(() => board.head(viewer)),
  }
}

export const e1: Row = {
  id: 'E1',
  name: 'the engagement board',
  async run({ rounds, quick, tell }) {
    const large = { weekendId: 2, fans: quick ? 10_000 : 100_000 }
    const postgres = await startBenchPostgres()
    const { urlOf } = await postgres.create('e1', ['engagement'])
    const database = openDatabase({ url: urlOf('engagement'), schema: 'engagement', maxConnections: 4 })
    try {
      await fill(database, SMALL)
      const filled = await fill(database, large)
      await refreshBoards(database)
      await database.raw('vacuum analyze')
      tell(`filled ${large.fans} fans in ${Math.round(filled)} ms`)
      const [few, many] = [readsOf(database, SMALL), readsOf(database, large)]
      const figures: Figure[] = []
      for (const [kind, what] of [
        ['first', 'the first 100 rows and the own one'],
        ['deep', 'a hundred rows nine tenths down, and the own one'],
        ['head', 'version, size and own row, for a 304'],
      ] as const) {
        await few[kind]()
        const pages = await alternate(rounds, { subject: many[kind], baseline: few[kind] })
        tell(`${kind}: ${pages.subject.median.toFixed(2)} ms, ${pages.ratio.median.toFixed(2)} × of ${SMALL.fans} fans`)
        const described = { row: 'E1', what: `${what}, ${large.fans.toLocaleString('en')} fans`, unit: 'ms' }
        figures.push(
          compared({ ...described, against: 'the same of 1,000 fans' }, kind === 'deep' ? report : atMost(2), pages),
        )
      }
      const awards: number[] = []
      for (let time = 0; time < READS; time += 1) {
        const startedAt = performance.now()
        const userId = `fan-${time + 1}`
        const vote = { userId, weekendId: large.weekendId, kind: 'vote', cause: 'vote/2', points: 3 } as const
        await database.transaction((sql) => awardPoints(sql, [vote]))
        awards.push(performance.now() - startedAt)
      }
      const award = { row: 'E1', what: 'points of one activity, with its commit', against: '–', unit: 'ms' }
      return [...figures, absolute(award, report, spreadOf(awards))]
    } finally {
      await database.destroy()
      await postgres.stop()
    }
  },
}
