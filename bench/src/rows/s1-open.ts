import { type BenchDatabase, startBenchPostgres } from '../database/bench-postgres.ts'
import { alternateAll } from '../figures/alternate.ts'
import { compared, type Figure, report } from '../figures/figure.ts'
import { type GameSize, sizeOf } from '../game/game-size.ts'
import { prepareScoringGame } from '../game/scoring-game.ts'
import { SHARED_BUFFERS } from './growth.ts'
import type { Row } from './row.ts'
import { onCopies, PARTS, scoreByEvent, UNTIL } from './s1.ts'

/** What scoring takes where nobody is in a group, and where fans are: the simulation of docs/scale.md tells the two apart. */
export const s1Open: Row = {
  id: 'S1-open',
  name: 'score one race without groups',
  async run({ rounds, quick, tell }) {
    const sizes = quick ? [500, 1_000] : [1_000, 10_000, 100_000]
    const postgres = await startBenchPostgres({ shared_buffers: SHARED_BUFFERS })
    const figures: Figure[] = []
    const prepare = (size: GameSize): Promise<BenchDatabase> =>
      prepareScoringGame(postgres, `open_${size.participants}_${size.groups}`, size.participants, [], size)
    try {
      for (const participants of sizes) {
        const grouped = sizeOf(participants)
        const games = { subject: await prepare({ ...grouped, groups: 0 }), baseline: await prepare(grouped) }
        const scoring = (game: BenchDatabase) => {
          const fresh = onCopies(postgres, game)
          return () => fresh(scoreByEvent)
        }
        const taken = await alternateAll(rounds, PARTS, {
          subject: scoring(games.subject),
          baseline: scoring(games.baseline),
        })
        for (const game of Object.values(games)) await postgres.drop(game)
        for (const part of PARTS) {
          const { subject, baseline } = taken[part]
          const [fans, groups] = [participants, grouped.groups].map((count) => count.toLocaleString('en'))
          tell(
            `${fans}, ${UNTIL[part]}: ${Math.round(subject.median)} ms, with groups ${Math.round(baseline.median)} ms`,
          )
          const what = `score one race, ${fans} sector tips, no groups: ${UNTIL[part]}`
          const against = `the same with ${groups} groups of 20`
          figures.push(compared({ row: 'S1', what, against, unit: 'ms' }, report, taken[part]))
        }
      }
      return figures
    } finally {
      await postgres.stop()
    }
  },
}
