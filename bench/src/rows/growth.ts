import { type BenchPostgres, startBenchPostgres } from '../database/bench-postgres.ts'
import { atMost, compared, type Figure } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { prepareScoringGame, type ScoringTimes } from '../game/scoring-game.ts'
import type { Row, RowContext } from './row.ts'
import { onCopies, PARTS, scoreByEvent, UNTIL } from './s1.ts'

/** The largest board takes minutes to fill and copy. */
const ROUNDS_OF_LARGEST = 3

/** A quarter of a server of 8 GB, for every size: what 1,000,000 participants go over at random is 0.6 GB. */
export const SHARED_BUFFERS = '2GB'

const nLogN = (n: number): number => n * Math.log(n)

const scoringOf = async (
  postgres: BenchPostgres,
  participants: number,
  { rounds, tell }: Pick<RowContext, 'rounds' | 'tell'>,
): Promise<ScoringTimes[]> => {
  tell(`filling ${participants.toLocaleString('en')} participants`)
  const game = await prepareScoringGame(postgres, `growth_${participants}`, participants)
  const fresh = onCopies(postgres, game)
  const taken: ScoringTimes[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { board, told } = await fresh(scoreByEvent)
    tell(`round ${round + 1} of ${rounds}: boards ${Math.round(board)} ms, told ${Math.round(told)} ms`)
    taken.push({ board, told })
  }
  await postgres.drop(game)
  return taken
}

type Measured = { participants: number; taken: ScoringTimes[] }

const figureOf = (part: keyof ScoringTimes, smaller: Measured, { participants, taken }: Measured): Figure => {
  const of = (times: readonly ScoringTimes[]) => spreadOf(times.map((each) => each[part]))
  const [subject, baseline] = [of(taken), of(smaller.taken)]
  const allowed = nLogN(participants) / nLogN(smaller.participants)
  const row = {
    row: 'S1',
    what: `growth: ${participants.toLocaleString('en')} sector tips, ${(participants / 50).toLocaleString('en')} groups of 20: ${UNTIL[part]}`,
    against: `${smaller.participants.toLocaleString('en')} sector tips`,
    unit: 'ms',
    notes: [`${taken.length} rounds against the median of ${smaller.taken.length}`],
  }
  const ratio = spreadOf(subject.values.map((value) => value / baseline.median))
  return compared(row, atMost(Number(allowed.toFixed(1)), '× (n log n)'), { subject, baseline, ratio })
}

/** Each size against the one before: n log n allows ten times the participants some 12 to 13 times the time. */
export const growth: Row = {
  id: 'S1-growth',
  name: 'scoring by number of participants',
  async run({ rounds, quick, tell }) {
    const sizes = quick ? [500, 1_000, 2_000] : [1_000, 10_000, 100_000, 1_000_000]
    const postgres = await startBenchPostgres({ shared_buffers: SHARED_BUFFERS })
    const figures: Figure[] = []
    let before: Measured | undefined
    try {
      for (const participants of sizes) {
        const isLargest = participants === sizes.at(-1)
        const wanted = isLargest ? Math.min(rounds, ROUNDS_OF_LARGEST) : rounds
        const taken = await scoringOf(postgres, participants, { rounds: wanted, tell })
        const [smaller, measured] = [before, { participants, taken }]
        if (smaller) figures.push(...PARTS.map((part) => figureOf(part, smaller, measured)))
        before = measured
      }
      return figures
    } finally {
      await postgres.stop()
    }
  },
}
