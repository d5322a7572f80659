import {
  findLeaderboard,
  findProjectedLeaderboards,
  type ProjectedLeaderboard,
} from '@purple-sector/contracts/tipping/internal'
import { scopeKey } from '@purple-sector/contracts/tipping/scope'
import { type BenchDatabase, startBenchPostgres } from '../database/bench-postgres.ts'
import { alternate } from '../figures/alternate.ts'
import { absolute, atMost, compared } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { firstResult, prepareScoringGame, publishResult, RACE_ID, WEEKEND_ID, warmUp } from '../game/scoring-game.ts'
import { startTipping, type TippingRun, tippingAccessOf } from '../game/tipping-run.ts'
import { markRows, rowsSince } from '../game/written-rows.ts'
import type { Row } from './row.ts'
import { onCopies, scoreByEvent } from './s1.ts'

type Podium = [number, number, number]
/** Maximum number of scopes in one call of a gateway. */
const BATCH_SIZE = 500
/** The order a lap before and now: the leader changes to the order of the first result. */
const BEFORE: Podium = [5, 2, 9]
const NOW: Podium = [2, 5, 9]

/** Requests all projected leaderboards of the weekend, as a gateway does when all are being watched. */
const fetchAllBoards = async (run: TippingRun, podium: Podium): Promise<ProjectedLeaderboard[]> => {
  const groupIds: number[] = await run.database('scopes').whereNotNull('group_id').orderBy('group_id').pluck('group_id')
  const scopes = [null, ...groupIds].map((groupId) => ({ weekendId: WEEKEND_ID, groupId }))
  const boards: ProjectedLeaderboard[] = []
  for (let from = 0; from < scopes.length; from += BATCH_SIZE) {
    const request = { raceId: RACE_ID, podium, scopes: scopes.slice(from, from + BATCH_SIZE) }
    const outcome = await run.asGateway.request(findProjectedLeaderboards, { request })
    if (outcome.kind !== 'reply') throw new Error(`Tipping returned no projected leaderboards: ${outcome.kind}`)
    boards.push(...outcome.reply.leaderboards)
  }
  if (boards.length !== scopes.length) throw new Error(`${boards.length} of ${scopes.length} boards`)
  return boards
}

type LeaderChange = { ms: number; rows: number }

const changeLeader = async (database: BenchDatabase): Promise<LeaderChange> => {
  const run = await startTipping(tippingAccessOf(database))
  try {
    await warmUp(run)
    await fetchAllBoards(run, BEFORE)
    const before = await markRows(database)
    const startedAt = performance.now()
    await fetchAllBoards(run, NOW)
    const ms = performance.now() - startedAt
    return { ms, rows: await rowsSince(database, before) }
  } finally {
    await run.stop()
  }
}

/** Checks that the projected leaderboards equal those after a result with the same order. */
const rehearse = async (database: BenchDatabase): Promise<void> => {
  const run = await startTipping(tippingAccessOf(database))
  try {
    await warmUp(run)
    const projected = await fetchAllBoards(run, NOW)
    await publishResult(run, firstResult)
    for (const { scope, entries } of projected) {
      const board = await run.asGateway.request(findLeaderboard, { query: { scope: scopeKey(scope) } })
      const official = board.kind === 'reply' ? board.reply.entries : undefined
      const without = entries.map(({ gain, ...entry }) => entry)
      if (JSON.stringify(without) !== JSON.stringify(official))
        throw new Error(
          `The projected leaderboard of ${scopeKey(scope)} differs from the official one after the result`,
        )
    }
  } finally {
    await run.stop()
  }
}

export const t2: Row = {
  id: 'T2',
  name: 'the projected leaderboards',
  async run({ rounds, quick, logProgress }) {
    const participants = quick ? 2_000 : 100_000
    const postgres = await startBenchPostgres()
    try {
      logProgress(`filling ${participants} participants`)
      const fresh = onCopies(postgres, await prepareScoringGame(postgres, 't2', participants))
      await fresh(rehearse)
      const changes: LeaderChange[] = []
      const official = await alternate(rounds, {
        async subject() {
          const change = await fresh(changeLeader)
          logProgress(`${Math.round(change.ms)} ms`)
          changes.push(change)
          return change.ms
        },
        baseline: async () => (await fresh(scoreByEvent)).published,
      })
      const size = `${participants.toLocaleString('en')} sector tips, ${(participants / 50).toLocaleString('en')} groups of 20`
      const what = `the projected leaderboards, ${size}, when another car leads`
      return [
        compared(
          {
            row: 'T2',
            unit: 'ms',
            what: `${what}: requested → all boards returned`,
            against: "S1 until the last group's board is published, on the same rows",
          },
          atMost(0.8),
          official,
        ),
        absolute(
          { row: 'T2', unit: 'rows', what: `${what}: rows written`, against: '–' },
          atMost(0, 'rows'),
          spreadOf(changes.map(({ rows }) => rows)),
        ),
      ]
    } finally {
      await postgres.stop()
    }
  },
}
