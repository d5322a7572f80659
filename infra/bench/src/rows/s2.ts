import { resultPublished } from '@purple-sector/contracts/admin/events'
import { type BenchDatabase, startBenchPostgres } from '../database/bench-postgres.ts'
import { absolute, atMost, compared } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { listenToStatements } from '../game/bare-statements.ts'
import {
  correctedResult,
  firstResult,
  prepareScoringGame,
  publishResult,
  type ScoringTimes,
  warmUp,
} from '../game/scoring-game.ts'
import { startTipping, type TippingRun, tippingAccessOf } from '../game/tipping-run.ts'
import { markRows, rowsSince } from '../game/written-rows.ts'
import { waitFor } from '../wait-for.ts'
import type { Row } from './row.ts'
import { onCopies, PARTS, UNTIL } from './s1.ts'

/** Events cover whole boards, and a correction changes nearly as many rows as the first result. */
const LIMITS = { board: atMost(0.75), published: atMost(1) }

/** Statements that only scoring sends. */
const SCORING =
  /scoring_scopes|scoring_changes|changed_boards|pending_leaderboard_events|insert into awards|update awards|update standings/

type Repetition = { rows: number; scoringQueries: number }

/**
 * Repeats the result as duplicate deliveries would: the same event again, then the same revision in a new event.
 * Returns the rows and scoring statements that this caused.
 */
const repeat = async (run: TippingRun, database: BenchDatabase): Promise<Repetition> => {
  const repeated = await run.publishEvent(resultPublished, firstResult)
  await waitFor('the repetition', async () => (await run.database('inbox').where({ event_id: repeated.id })).length > 0)
  const before = await markRows(database)
  const sent = listenToStatements(run.database)
  await run.bus.publish([repeated])
  const scored = run.scored(firstResult.raceId)
  const sameRevision = await run.publishEvent(resultPublished, firstResult)
  await waitFor(
    'the repetition',
    async () => (await run.database('inbox').where({ event_id: sameRevision.id })).length > 0,
  )
  await scored
  const statements = [...sent.end().values()].flat()
  return {
    rows: await rowsSince(database, before),
    scoringQueries: statements.filter(({ sql }) => SCORING.test(sql)).length,
  }
}

type Round = Repetition & { first: ScoringTimes; correction: ScoringTimes }

const playResults = async (database: BenchDatabase): Promise<Round> => {
  const run = await startTipping(tippingAccessOf(database))
  try {
    await warmUp(run)
    const first = await publishResult(run, firstResult)
    const repetition = await repeat(run, database)
    const correction = await publishResult(run, correctedResult)
    return { first, ...repetition, correction }
  } finally {
    await run.stop()
  }
}

export const s2: Row = {
  id: 'S2',
  name: 'the same result again, and a correction',
  async run({ rounds, quick, logProgress }) {
    const participants = quick ? 2_000 : 100_000
    const postgres = await startBenchPostgres()
    try {
      logProgress(`filling ${participants} participants`)
      const fresh = onCopies(postgres, await prepareScoringGame(postgres, 's2', participants))
      const played: Round[] = []
      for (let round = 0; round < rounds; round += 1) {
        const times = await fresh(playResults)
        for (const part of PARTS)
          logProgress(
            `${part}: first ${Math.round(times.first[part])} ms, correction ${Math.round(times.correction[part])} ms`,
          )
        played.push(times)
      }
      const correction = (part: keyof ScoringTimes) => ({
        subject: spreadOf(played.map((round) => round.correction[part])),
        baseline: spreadOf(played.map((round) => round.first[part])),
        ratio: spreadOf(played.map((round) => round.correction[part] / round.first[part])),
      })
      const repeated = 'the same result again: delivered twice, and once more in an event of its own'
      const spread = (of: (round: Round) => number) => spreadOf(played.map(of))
      return [
        absolute(
          {
            row: 'S2',
            what: `${repeated}: rows written to boards, ledger, results and outbox`,
            against: '–',
            unit: 'rows',
          },
          atMost(0, 'rows'),
          spread(({ rows }) => rows),
        ),
        absolute(
          { row: 'S2', what: `${repeated}: statements of scoring`, against: '–', unit: 'statements' },
          atMost(0, 'statements'),
          spread(({ scoringQueries }) => scoringQueries),
        ),
        ...PARTS.map((part) =>
          compared(
            {
              row: 'S2',
              what: `a correction of two places (first and second change places), ${UNTIL[part]}`,
              against: 'S1, on the same rows',
              unit: 'ms',
            },
            LIMITS[part],
            correction(part),
          ),
        ),
      ]
    } finally {
      await postgres.stop()
    }
  },
}
