import { createHash } from 'node:crypto'
import type { ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { type BoardReply, matchesEtag, withOwnEntry } from '@purple-sector/service-kit/http/board-reply'
import { latestOf } from '@purple-sector/service-kit/http/last-changed'
import { findOwnGroup } from '../groups/own-group-sql.ts'
import {
  type OwnRow,
  projectedBoardReadModel,
  type RankedBoard,
  type Running,
  withRank,
} from './projected-board-read-model.ts'
import type { ProjectedLeaderboards } from './projected-leaderboards.ts'
import { projectedRace } from './projected-race.ts'
import type { RunningRaces } from './running-races.ts'

type Request = {
  weekendId: number
  groupId: number | null
  page: { limit: number; offset: number }
  ifNoneMatch: string | undefined
}
/** `snapshotId` names the timing snapshot: `{raceId}:{sequence}`. */
type ProjectedPage = BoardReply<ProvisionalEntry> & { snapshotId: string }
type Scope = { id: number; version: number; adminUserId: string | null }
type Dependencies = { database: Database; runningRaces: RunningRaces; boards: ProjectedLeaderboards }

const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const

const tagOf = (
  { race, podium }: Running,
  scope: Scope,
  { limit, offset }: Request['page'],
  visibleEntries: unknown,
): string => {
  const rows = createHash('sha256').update(JSON.stringify(visibleEntries)).digest('base64url').slice(0, 16)
  return `"${[scope.id, scope.version, race.raceId, podium.map((carId) => carId ?? '').join('-'), limit, offset, rows].join('.')}"`
}

/** Replaces the shared row of the calling user by the row that only this user sees. */
const withOwnRow = ({ entries }: RankedBoard, own: ProvisionalEntry | null): ProvisionalEntry[] =>
  withOwnEntry(
    entries.map((entry) => (entry.userId === own?.userId ? own : entry)),
    own,
  )

/**
 * Reads a board as if the running race ended now (docs/api/admin.md); undefined if no running race counts
 * in it. The page is shared by all readers; the caller's own row is read separately.
 */
export const readProjectedLeaderboard = ({ database, runningRaces, boards }: Dependencies) => {
  const findScope = async (caller: Caller, { weekendId, groupId }: Request): Promise<Scope | undefined> => {
    if (groupId !== null && (await findOwnGroup(database, caller, groupId)).weekendId !== weekendId) return undefined
    const scope = await database('scopes')
      .where({ weekend_id: weekendId, group_id: groupId, deleted: false })
      .first('id', 'version', 'admin_user_id')
    return scope && { id: scope.id, version: scope.version, adminUserId: scope.admin_user_id }
  }

  const readOwnRow = (running: Running, scope: Scope, viewer: string): Promise<OwnRow | undefined> =>
    database.transaction((sql) => projectedBoardReadModel(sql, running).ownRow(scope.id, viewer), SNAPSHOT)

  return async (caller: Caller, request: Request): Promise<ProjectedPage | undefined> => {
    const runningRace = runningRaces.find(request.weekendId, Date.now())
    if (!runningRace) return undefined
    const { raceId, sequence, podium, podiumSince } = runningRace
    const race = await projectedRace(database, raceId)
    const scope = race?.weekendId === request.weekendId && (await findScope(caller, request))
    if (!race || !scope) return undefined
    const running = { race, podium }
    const { userId } = caller
    // The admin of the group sees the points of pending members.
    const viewer = scope.adminUserId === userId ? userId : null
    const board = await boards.page(running, scope, { ...request.page, viewer })
    if (!board) return undefined
    const row = await readOwnRow(running, scope, userId)
    const ownEntry = row ? withRank(row, board) : null
    const { version, total, changedAt } = board
    const entries = withOwnRow(board, ownEntry)
    const tag = tagOf(running, scope, request.page, [version, total, entries])
    const isNotModified = matchesEtag(request.ifNoneMatch, tag)
    return {
      tag,
      version,
      total,
      changedAt: latestOf([podiumSince, changedAt])?.toISOString(),
      entries: isNotModified ? undefined : entries,
      snapshotId: `${raceId}:${sequence}`,
    }
  }
}
