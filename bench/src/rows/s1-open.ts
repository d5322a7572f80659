import { startBenchPostgres } from '../database/bench-postgres.ts'
import { absolute, type Figure, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { prepareScoringGame } from '../game/scoring-game.ts'
import type { Row } from './row.ts'
import { onCopies, scoreByEvent, UNTIL } from './s1.ts'

/** What scoring takes where nobody is in a group: the simulation of docs/scale.md tells the two apart. */
export const s1Open: Row = {
  id: 'S1-open',
  name: 'score one race without groups',
  async run({ rounds, quick, tell }) {
    const sizes = quick ? [500, 1_000] : [1_000, 10_000, 100_000]
    const postgres = await startBenchPostgres()
    const figures: Figure[] = []
    try {
      for (const participants of sizes) {
        const size = { participants, groups: 0, membersOfGroup: 0 }
        const game = await prepareScoringGame(postgres, `open_${participants}`, participants, [], size)
        const fresh = onCopies(postgres, game)
        const taken: number[] = []
        for (let round = 0; round < rounds; round += 1) taken.push((await fresh(scoreByEvent)).board)
        await postgres.drop(game)
        tell(`${participants.toLocaleString('en')}: ${taken.map(Math.round).join(', ')} ms`)
        const what = `score one race, ${participants.toLocaleString('en')} sector tips, no groups: ${UNTIL.board}`
        figures.push(absolute({ row: 'S1', what, against: '–', unit: 'ms' }, report, spreadOf(taken)))
      }
      return figures
    } finally {
      await postgres.stop()
    }
  },
}
