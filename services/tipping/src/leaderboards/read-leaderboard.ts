import { createHash } from 'node:crypto'
import type { Entry, ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import type { View, WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { type BoardReply, matchesEtag, withOwnEntry } from '@purple-sector/service-kit/http/board-reply'
import { latestOf } from '@purple-sector/service-kit/http/last-changed'
import { findOwnScope } from '../groups/own-group-sql.ts'
import {
  type FoundLeaderboard,
  type Leaderboard,
  leaderboardReadModel,
  type OfficialPage,
  withRank,
} from './leaderboard-read-model.ts'
import type { ProjectedLeaderboards } from './projected-leaderboards.ts'
import type { RunningRaces } from './running-races.ts'

type Page = { limit: number; offset: number }
/** `ifNoneMatch` is the request header. */
type Request = { scope: WeekendScope; view: View; page: Page; ifNoneMatch: string | undefined }
/** `snapshotId` names the timing snapshot of a projected page: `{raceId}:{sequence}`. */
type LeaderboardReply = BoardReply<Entry | ProvisionalEntry> & { snapshotId?: string }
type Dependencies = {
  database: Database
  runningRaces: Pick<RunningRaces, 'find'>
  projected: Pick<ProjectedLeaderboards, 'findRace' | 'page'>
}

const NO_LEADERBOARD = { tag: '"0"', version: 0, changedAt: null, total: 0 }

const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16)

/**
 * Returns the ETag of an official page. It covers the rows: numbers of tips and profile images change without another version.
 */
export const pageTag = (
  { scopeId }: Leaderboard,
  { limit, offset }: Page,
  { version, total, ownEntry, entries }: OfficialPage,
): string => `"${[scopeId, version, limit, offset, hashOf([total, ownEntry, entries])].join('.')}"`

/**
 * Reads a page of a leaderboard for a fan (docs/api/tipping.md): of the open competition, or of a group of
 * the caller. A scope without a leaderboard has an empty one. The projected view is the official one if no running race
 * counts in the scope.
 */
export const readLeaderboard = ({ database, runningRaces, projected }: Dependencies) => {
  const leaderboards = leaderboardReadModel(database)

  const find = async (caller: Caller, scope: WeekendScope): Promise<FoundLeaderboard | undefined> => {
    if (scope.groupId === null) return leaderboards.find(scope)
    return findOwnScope(database, caller, { groupId: scope.groupId, weekendId: scope.weekendId })
  }

  const readOfficial = async (
    { userId: viewer }: Caller,
    leaderboard: Leaderboard,
    { page, ifNoneMatch }: Request,
  ): Promise<LeaderboardReply> => {
    const content = await leaderboards.page(leaderboard, { ...page, viewer })
    const tag = pageTag(leaderboard, page, content)
    const isUnchanged = matchesEtag(ifNoneMatch, tag)
    return { ...content, tag, entries: isUnchanged ? undefined : withOwnEntry(content.entries, content.ownEntry) }
  }

  /** All readers share the page; the caller's own row is read separately. */
  const readProjected = async (
    { userId }: Caller,
    leaderboard: FoundLeaderboard,
    { scope: { weekendId }, page, ifNoneMatch }: Request,
  ): Promise<LeaderboardReply | undefined> => {
    const runningRace = runningRaces.find(weekendId, Date.now())
    const race = runningRace && (await projected.findRace(runningRace.raceId))
    if (!runningRace || race?.weekendId !== weekendId) return undefined
    const { sequence, podium, podiumSince } = runningRace
    const running = { race, podium }
    const { scopeId } = leaderboard
    // The admin of the group sees the points of pending members.
    const viewer = leaderboard.adminUserId === userId ? userId : null
    const shared = await projected.page(running, leaderboard, { ...page, viewer })
    if (!shared) return undefined
    const ownRow = await leaderboards.projected(running).ownRow(scopeId, userId)
    const ownEntry = ownRow ? withRank(ownRow, shared) : null
    const { version, total, changedAt } = shared
    const ownOrShared = shared.entries.map((entry) => (entry.userId === ownEntry?.userId ? ownEntry : entry))
    const entries = withOwnEntry(ownOrShared, ownEntry)
    const cars = podium.map((carId) => carId ?? '').join('-')
    const rows = hashOf([version, total, entries])
    const tag = `"${[scopeId, leaderboard.version, race.raceId, cars, page.limit, page.offset, rows].join('.')}"`
    return {
      tag,
      version,
      total,
      changedAt: latestOf([podiumSince, changedAt])?.toISOString(),
      entries: matchesEtag(ifNoneMatch, tag) ? undefined : entries,
      snapshotId: `${race.raceId}:${sequence}`,
    }
  }

  return async (caller: Caller, request: Request): Promise<LeaderboardReply> => {
    const leaderboard = await find(caller, request.scope)
    if (!leaderboard) {
      const isUnchanged = matchesEtag(request.ifNoneMatch, NO_LEADERBOARD.tag)
      return { ...NO_LEADERBOARD, entries: isUnchanged ? undefined : [] }
    }
    const page = request.view === 'projected' ? await readProjected(caller, leaderboard, request) : undefined
    return page ?? readOfficial(caller, leaderboard, request)
  }
}
