import { createHash } from 'node:crypto'
import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { type BoardReply, matchesEtag, withOwnEntry } from '@purple-sector/service-kit/http/board-reply'
import { findOwnGroupSeason } from '../seasons/group-season-sql.ts'
import { seasonNotFound } from '../seasons/season-not-found.ts'
import { findSeason } from '../seasons/season-repository.ts'
import { type SeasonPage, seasonLeaderboardReadModel } from './season-leaderboard-read-model.ts'

type Page = { limit: number; offset: number }
/** `ifNoneMatch` is the request header. */
type Request = { page: Page; ifNoneMatch: string | undefined }
/** `seesHidden`: the caller sees points that a group hides. */
type Rights = { seesHidden?: boolean }

/** Returns the ETag of a page. It covers the rows: profiles and the caller's jokers change without another version. */
const pageTag = ({ seasonId, groupId }: SeasonScope, { limit, offset }: Page, page: SeasonPage): string => {
  const rows = createHash('sha256')
    .update(JSON.stringify([page.total, page.ownEntry, page.entries]))
    .digest('base64url')
  return `"${['season', seasonId, groupId ?? 'open', page.version, limit, offset, rows.slice(0, 16)].join('.')}"`
}

/** Reads a page of a season leaderboard for a fan (docs/api/tipping.md). */
export const readSeasonPage =
  ({ database }: { database: Database }) =>
  async (
    { userId: viewer }: Caller,
    competition: SeasonScope,
    { page, ifNoneMatch, seesHidden = false }: Request & Rights,
  ): Promise<BoardReply<SeasonEntry>> => {
    const content = await seasonLeaderboardReadModel(database).page(competition, { ...page, viewer, seesHidden })
    const { version, changedAt, total, entries, ownEntry } = content
    const tag = pageTag(competition, page, content)
    const isUnchanged = matchesEtag(ifNoneMatch, tag)
    return { version, changedAt, total, tag, entries: isUnchanged ? undefined : withOwnEntry(entries, ownEntry) }
  }

/** Reads a page of the leaderboard of a season's open competition; 404 `SEASON_NOT_FOUND` for an unknown season. */
export const readOpenSeasonLeaderboard = ({ database }: { database: Database }) => {
  const read = readSeasonPage({ database })
  return async (caller: Caller, seasonId: number, request: Request): Promise<BoardReply<SeasonEntry>> => {
    if (!(await findSeason(database, seasonId))) throw seasonNotFound()
    return read(caller, { seasonId, groupId: null }, request)
  }
}

/**
 * Reads a page of the season leaderboard of a group of the caller; 404 `GROUP_NOT_FOUND` for others, `NO_SEASON` for a group
 * of one weekend.
 */
export const readGroupSeasonLeaderboard = ({ database }: { database: Database }) => {
  const read = readSeasonPage({ database })
  return async (caller: Caller, groupId: number, request: Request): Promise<BoardReply<SeasonEntry>> => {
    const { seasonId, adminUserId } = await findOwnGroupSeason(database, caller, groupId)
    return read(caller, { seasonId, groupId }, { ...request, seesHidden: adminUserId === caller.userId })
  }
}
