import type { previewRequest, previewSchema } from '@purple-sector/contracts/admin/http'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { Database } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { isLockedForGood } from '../locks/lock-read-model.ts'
import { changesOf, type Podium } from './decide-scoring.ts'
import { previewOutcome } from './outcome-sql.ts'
import { scoringRepository } from './scoring-repository.ts'

type PreviewRequest = z.infer<typeof previewRequest>
export type Preview = z.infer<typeof previewSchema>

const TOP = 10

const podiumOf = ({ places }: PreviewRequest): Podium => {
  const carAt = (place: number) => places.find((row) => row.place === place)?.carId ?? null
  return [carAt(1), carAt(2), carAt(3)]
}

/**
 * Computes what a result would change, without changing it: from one snapshot, without locks that a tip or a scoring
 * would wait for. While the race is open it uses the present tips and returns counts only, because no fan may learn
 * others' tips before the lock (docs/rules.md, Tips).
 */
export const previewResult =
  ({ database }: { database: Database }) =>
  (request: PreviewRequest): Promise<Preview> =>
    database.transaction(
      async (sql) => {
        const { raceId, revision, status, weekendId } = request
        const race = await scoringRepository(sql).race(raceId)
        const board = await leaderboardReadModel(sql).find(openCompetition(weekendId))
        if (race?.weekendId !== weekendId || !board) throw notFound('RACE_NOT_FOUND', 'There’s no such session.')
        const isOpen = !(await isLockedForGood(sql, raceId))
        const changes = changesOf(race, { status, podium: podiumOf(request) })
        const { after, movesBoard, movers, ...counts } = await previewOutcome(sql, race, { ...changes, top: TOP })
        if (isOpen) return { raceId, revision, ...counts, open: true, top: null, movers: [] }
        const { entries: before } = await leaderboardReadModel(sql).page(board, { limit: TOP, offset: 0 })
        return {
          raceId,
          revision,
          ...counts,
          open: false,
          top: { before, after: movesBoard ? after : before },
          movers,
        }
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )
