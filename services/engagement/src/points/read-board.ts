import { createHash } from 'node:crypto'
import type { EngagementEntry } from '@purple-sector/contracts/engagement/http'
import type { pageQuery } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { type BoardReply, matchesEtag, withOwnEntry } from '@purple-sector/service-kit/http/board-reply'
import type { z } from 'zod'
import { requireWeekend } from '../projections/weekend-projection.ts'
import { boardReadModel, type EngagementPage } from './board-read-model.ts'

type Page = z.infer<typeof pageQuery>
/** A request for a page; `ifNoneMatch` is the header of the caller. */
type Request = { weekendId: number; page: Page; ifNoneMatch: string | undefined }

/** Returns the ETag of a page, which depends on the board, the page and the caller's own row. */
export const pageTag = (
  weekendId: number,
  { limit, offset }: Page,
  { version, pending, own }: Omit<EngagementPage, 'entries'>,
): string => {
  const row = own === null ? '-' : createHash('sha256').update(JSON.stringify(own)).digest('base64url').slice(0, 16)
  return `"e${[weekendId, version, pending, limit, offset, row].join('.')}"`
}

/** Reads a page of the engagement board for a user. */
export const readBoard =
  ({ database }: { database: Database }) =>
  async ({ userId }: Caller, { weekendId, page, ifNoneMatch }: Request): Promise<BoardReply<EngagementEntry>> => {
    await requireWeekend(database, weekendId)
    const board = boardReadModel(database, weekendId)
    if (ifNoneMatch !== undefined) {
      const head = await board.head(userId)
      const tag = pageTag(weekendId, page, head)
      if (matchesEtag(ifNoneMatch, tag))
        return { tag, version: head.version, changedAt: head.changedAt, total: head.total, entries: undefined }
    }
    const content = await board.page({ ...page, viewer: userId })
    const { version, changedAt, total, entries, own } = content
    return { tag: pageTag(weekendId, page, content), version, changedAt, total, entries: withOwnEntry(entries, own) }
  }
