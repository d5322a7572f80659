import { type BenchPostgres, startBenchPostgres } from '../database/bench-postgres.ts'
import { atMost, compared, type Figure } from '../figures/figure.ts'
import { type Spread, spreadOf } from '../figures/spread.ts'
import { prepareScoringGame } from '../game/scoring-game.ts'
import type { Row, RowContext } from './row.ts'
import { onCopies, scoreByEvent } from './s1.ts'

/** The largest board takes minutes to fill and copy. */
const ROUNDS_OF_LARGEST = 3

const nLogN = (n: number): number => n * Math.log(n)

const scoringOf = async (
  postgres: BenchPostgres,
  participants: number,
  { rounds, tell }: Pick<RowContext, 'rounds' | 'tell'>,
): Promise<Spread> => {
  tell(`filling ${participants.toLocaleString('en')} participants`)
  const game = await prepareScoringGame(postgres, `growth_${participants}`, participants)
  const fresh = onCopies(postgres, game)
  const taken: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    taken.push(await fresh(scoreByEvent))
    tell(`round ${round + 1} of ${rounds}: ${Math.round(taken.at(-1) ?? 0)} ms`)
  }
  await postgres.drop(game)
  return spreadOf(taken)
}

/** Each size against the one before: n log n allows ten times the participants some 12 to 13 times the time. */
export const growth: Row = {
  id: 'S1-growth',
  name: 'scoring by number of participants',
  async run({ rounds, quick, tell }) {
    const sizes = quick ? [500, 1_000, 2_000] : [1_000, 10_000, 100_000, 1_000_000]
    const postgres = await startBenchPostgres()
    const figures: Figure[] = []
    let before: { participants: number; taken: Spread } | undefined
    try {
      for (const participants of sizes) {
        const isLargest = participants === sizes.at(-1)
        const wanted = isLargest ? Math.min(rounds, ROUNDS_OF_LARGEST) : rounds
        const taken = await scoringOf(postgres, participants, { rounds: wanted, tell })
        tell(
          `${participants.toLocaleString('en')} participants: ${Math.round(taken.median)} ms of ${taken.values.length} rounds`,
        )
        const smaller = before
        if (smaller) {
          const allowed = nLogN(participants) / nLogN(smaller.participants)
          const ratio = spreadOf(taken.values.map((value) => value / smaller.taken.median))
          const row = {
            row: 'S1',
            what: `growth: ${participants.toLocaleString('en')} sector tips, ${(participants / 50).toLocaleString('en')} groups of 20`,
            against: `${smaller.participants.toLocaleString('en')} sector tips`,
            unit: 'ms',
            notes: [`${taken.values.length} rounds against the median of ${smaller.taken.values.length}`],
          }
          const limit = atMost(Number(allowed.toFixed(1)), '× (n log n)')
          figures.push(compared(row, limit, { subject: taken, baseline: smaller.taken, ratio }))
        }
        before = { participants, taken }
      }
      return figures
    } finally {
      await postgres.stop()
    }
  },
}
