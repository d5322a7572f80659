import type { BenchDatabase } from '../database/bench-postgres.ts'
import { startBenchPostgres } from '../database/bench-postgres.ts'
import { absolute, compared, type Figure, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { listenToStatements, type Statement, workerStatements } from '../game/bare-statements.ts'
import { connected, storeResult } from '../game/baseline.ts'
import { type Explained, explainStatements } from '../game/explained-statements.ts'
import { correctedResult, firstResult, prepareScoringGame, publishResult, warmUp } from '../game/scoring-game.ts'
import { placeOf, startTipping } from '../game/tipping-run.ts'
import type { Row } from './row.ts'
import { onCopies } from './s1.ts'

/** Of a first result and of its correction. */
type Both<T> = { first: T; correction: T }

/** What the worker sends for each. */
const rehearse = async (database: BenchDatabase): Promise<Both<Statement[]>> => {
  const run = await startTipping(placeOf(database))
  const sentFor = async (result: typeof firstResult): Promise<Statement[]> => {
    const sent = listenToStatements(run.database)
    await publishResult(run, result)
    const { scoring, telling } = workerStatements(sent.end())
    return [...scoring, ...telling]
  }
  try {
    await warmUp(run)
    return { first: await sentFor(firstResult), correction: await sentFor(correctedResult) }
  } finally {
    await run.stop()
  }
}

const explainBoth =
  ({ first, correction }: Both<Statement[]>) =>
  (database: BenchDatabase): Promise<Both<Explained[]>> =>
    connected(database, async (client) => {
      await storeResult(client, firstResult)
      const explainedFirst = await explainStatements(client, first)
      await storeResult(client, correctedResult)
      return { first: explainedFirst, correction: await explainStatements(client, correction) }
    })

const told = (when: string, { rows, walBytes, walPages, hit, read, dirtied, written }: Explained): string =>
  `${when}: ${rows} rows, ${(walBytes / 1e6).toFixed(1)} MB of log with ${walPages} whole pages; pages: ${hit} hit, ` +
  `${read} read, ${dirtied} dirtied, ${written} written`

const figureOf = (size: string, step: string, rounds: readonly Both<Explained[]>[]): Figure => {
  const of = (explained: readonly Explained[]) => explained.find((some) => some.step === step)
  const ms = (which: keyof Both<unknown>) => rounds.map((round) => of(round[which])?.ms ?? 0)
  const [firsts, corrections] = [ms('first'), ms('correction')]
  const last = rounds.at(-1)
  const [first, correction] = [of(last?.first ?? []), of(last?.correction ?? [])]
  const notes = [
    ...(first ? [told('first result', first)] : []),
    ...(correction ? [told('correction', correction)] : []),
  ]
  const row = { row: 'S1-explain', unit: 'ms', notes, what: `${step}, ${size}: of a correction` }
  // A first result replaces nothing.
  if (!first) return absolute({ ...row, against: '–' }, report, spreadOf(corrections))
  return compared({ ...row, against: 'of the first result' }, report, {
    subject: spreadOf(corrections),
    baseline: spreadOf(firsts),
    ratio: spreadOf(corrections.map((value, round) => value / (firsts[round] || Number.NaN))),
  })
}

/** What a scoring is made of, statement by statement, as `explain` tells it (docs/performance.md). */
export const s1Explain: Row = {
  id: 'S1-explain',
  name: 'what a scoring is made of',
  async run({ rounds, quick, tell }) {
    const participants = quick ? 2_000 : 100_000
    const postgres = await startBenchPostgres()
    try {
      tell(`filling ${participants} participants`)
      const fresh = onCopies(postgres, await prepareScoringGame(postgres, 'explain', participants))
      const statements = await fresh(rehearse)
      const taken: Both<Explained[]>[] = []
      for (let round = 0; round < rounds; round += 1) taken.push(await fresh(explainBoth(statements)))
      const steps = new Set(taken.flatMap(({ first, correction }) => [...first, ...correction].map(({ step }) => step)))
      const figures = [...steps].map((step) =>
        figureOf(`${participants.toLocaleString('en')} sector tips`, step, taken),
      )
      for (const { what, notes = [] } of figures) tell([what, ...notes].join('\n  '))
      return figures
    } finally {
      await postgres.stop()
    }
  },
}
