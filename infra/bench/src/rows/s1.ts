import type { BenchDatabase, BenchPostgres } from '../database/bench-postgres.ts'
import { startBenchPostgres } from '../database/bench-postgres.ts'
import { alternateAll } from '../figures/alternate.ts'
import { atMost, compared } from '../figures/figure.ts'
import { listenToStatements, runBare, type WorkerStatements, workerStatements } from '../game/bare-statements.ts'
import { differences, prepareBaseline, recompute } from '../game/baseline.ts'
import { firstResult, prepareScoringGame, publishResult, type ScoringTimes, warmUp } from '../game/scoring-game.ts'
import { startTipping, tippingAccessOf } from '../game/tipping-run.ts'
import type { Row } from './row.ts'

/** The two ends of a scoring: boards committed, and the last group's event committed. */
export const PARTS = ['board', 'published'] as const
export const UNTIL = {
  board: 'event consumed → boards committed',
  published: "event consumed → the last group's board published",
}

/** Runs `work` on a fresh copy of the game, so that every measurement starts from the same rows. */
export const onCopies = (postgres: BenchPostgres, game: BenchDatabase) => {
  let last = 0
  return async <T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> => {
    const copy = await postgres.copy(game, `${game.name}_${++last}`)
    try {
      return await work(copy)
    } finally {
      await postgres.drop(copy)
    }
  }
}

/** Tipping's real path, from the event on. */
export const scoreByEvent = async (database: BenchDatabase): Promise<ScoringTimes> => {
  const run = await startTipping(tippingAccessOf(database))
  try {
    await warmUp(run)
    return await publishResult(run, firstResult)
  } finally {
    await run.stop()
  }
}

/** Records the worker's statements in one unmeasured scoring, and checks them against the recompute. */
const rehearse = async (database: BenchDatabase): Promise<WorkerStatements> => {
  const run = await startTipping(tippingAccessOf(database))
  await warmUp(run)
  const sent = listenToStatements(run.database)
  await publishResult(run, firstResult)
  await run.stop()
  const wrong = await differences(database)
  if (wrong !== 0) throw new Error(`Worker and recompute differ in ${wrong} awards or standings`)
  return workerStatements(sent.end())
}

export const s1: Row = {
  id: 'S1',
  name: 'score one race',
  async run({ rounds, quick, logProgress }) {
    const participants = quick ? 2_000 : 100_000
    const postgres = await startBenchPostgres()
    try {
      logProgress(`filling ${participants} participants`)
      const game = await prepareScoringGame(postgres, 's1', participants)
      await prepareBaseline(game)
      const fresh = onCopies(postgres, game)
      const statements = await fresh(rehearse)
      const size = `${participants.toLocaleString('en')} sector tips, ${(participants / 50).toLocaleString('en')} groups of 20`
      const row = { row: 'S1', unit: 'ms' }
      const subject = () => fresh(scoreByEvent)

      logProgress('against the full recompute')
      const full = await alternateAll(rounds, PARTS, {
        subject,
        async baseline() {
          const ms = await fresh(recompute)
          return { board: ms, published: ms }
        },
      })
      logProgress("against the worker's statements bare")
      const bare = await alternateAll(rounds, PARTS, {
        subject,
        baseline: () => fresh((database) => runBare(database, statements)),
      })
      return PARTS.flatMap((part) => {
        const what = `score one race, ${size}: ${UNTIL[part]}`
        return [
          compared({ ...row, what, against: 'full recompute (infra/bench/s1-baseline.sql)' }, atMost(0.8), full[part]),
          compared({ ...row, what, against: "the worker's own statements, bare" }, atMost(1.3), bare[part]),
        ]
      })
    } finally {
      await postgres.stop()
    }
  },
}
