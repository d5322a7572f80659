import {
  findBoard,
  findProjectedLeaderboards,
  type ProjectedLeaderboards,
} from '@purple-sector/contracts/tipping/internal'
import { type BenchDatabase, startBenchPostgres } from '../database/bench-postgres.ts'
import { alternate } from '../figures/alternate.ts'
import { absolute, atMost, compared } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { firstResult, prepareScoringGame, publishResult, RACE_ID, WEEKEND_ID, warmUp } from '../game/scoring-game.ts'
import { placeOf, startTipping, type TippingRun } from '../game/tipping-run.ts'
import { markRows, rowsSince } from '../game/written-rows.ts'
import type { Row } from './row.ts'
import { onCopies, scoreByEvent } from './s1.ts'

type Podium = [number, number, number]
/** Maximum number of groups in one call of a gateway. */
const GROUP_CONCURRENCY = 500
/** The order a lap before and now: the leader changes to the order of the first result. */
const BEFORE: Podium = [5, 2, 9]
const NOW: Podium = [2, 5, 9]

/** Requests all projected leaderboards of the weekend, as a gateway does when all are being watched. */
const askForAll = async (run: TippingRun, podium: Podium): Promise<ProjectedLeaderboards['boards']> => {
  const groupIds: number[] = await run.database('scopes').whereNotNull('group_id').orderBy('group_id').pluck('group_id')
  const boards: ProjectedLeaderboards['boards'] = []
  for (let from = 0; from < groupIds.length; from += GROUP_CONCURRENCY) {
    const asked = {
      raceId: RACE_ID,
      podium,
      open: from === 0,
      groupIds: groupIds.slice(from, from + GROUP_CONCURRENCY),
    }
    const published = await run.asGateway.request(findProjectedLeaderboards, {
      params: { weekendId: WEEKEND_ID },
      request: asked,
    })
    if (published.kind !== 'reply') throw new Error(`Tipping did not tell the boards as they stand: ${published.kind}`)
    boards.push(...published.reply.boards)
  }
  if (boards.length !== groupIds.length + 1) throw new Error(`${boards.length} of ${groupIds.length + 1} boards`)
  return boards
}

type Taken = { ms: number; rows: number }

const changeLeader = async (database: BenchDatabase): Promise<Taken> => {
  const run = await startTipping(placeOf(database))
  try {
    await warmUp(run)
    await askForAll(run, BEFORE)
    const before = await markRows(database)
    const startedAt = performance.now()
    await askForAll(run, NOW)
    const ms = performance.now() - startedAt
    return { ms, rows: await rowsSince(database, before) }
  } finally {
    await run.stop()
  }
}

/** Checks that the projected leaderboards equal those after a result with the same order. */
const rehearse = async (database: BenchDatabase): Promise<void> => {
  const run = await startTipping(placeOf(database))
  try {
    await warmUp(run)
    const stood = await askForAll(run, NOW)
    await publishResult(run, firstResult)
    for (const { groupId, entries } of stood) {
      const query = groupId === null ? {} : { groupId }
      const board = await run.asGateway.request(findBoard, { params: { weekendId: WEEKEND_ID }, query })
      const made = board.kind === 'reply' ? board.reply.entries : undefined
      const without = entries.map(({ gain, ...entry }) => entry)
      if (JSON.stringify(without) !== JSON.stringify(made))
        throw new Error(`The board of ${groupId ?? 'the open competition'} as it stood is not the one the result made`)
    }
  } finally {
    await run.stop()
  }
}

export const t2: Row = {
  id: 'T2',
  name: 'the board as it stands',
  async run({ rounds, quick, logProgress }) {
    const participants = quick ? 2_000 : 100_000
    const postgres = await startBenchPostgres()
    try {
      logProgress(`filling ${participants} participants`)
      const fresh = onCopies(postgres, await prepareScoringGame(postgres, 't2', participants))
      await fresh(rehearse)
      const taken: Taken[] = []
      const made = await alternate(rounds, {
        async subject() {
          const one = await fresh(changeLeader)
          logProgress(`${Math.round(one.ms)} ms`)
          taken.push(one)
          return one.ms
        },
        baseline: async () => (await fresh(scoreByEvent)).published,
      })
      const size = `${participants.toLocaleString('en')} sector tips, ${(participants / 50).toLocaleString('en')} groups of 20`
      const what = `the boards as they stand, ${size}, when another car leads`
      return [
        compared(
          {
            row: 'T2',
            unit: 'ms',
            what: `${what}: asked → all boards told`,
            against: 'S1 until the last group is told, on the same rows',
          },
          atMost(0.8),
          made,
        ),
        absolute(
          { row: 'T2', unit: 'rows', what: `${what}: rows written`, against: '–' },
          atMost(0, 'rows'),
          spreadOf(taken.map(({ rows }) => rows)),
        ),
      ]
    } finally {
      await postgres.stop()
    }
  },
}
