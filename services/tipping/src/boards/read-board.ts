import type { boardQuery, Entry } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { type BoardReply, matchesEtag, withOwnEntry } from '@purple-sector/service-kit/http/board-reply'
import type { z } from 'zod'
import { findOwnGroup } from '../groups/own-group-sql.ts'
import { pageTag } from './board-page.ts'
import { type Board, boardReadModel } from './board-read-model.ts'

/** A page of the open board or of a group's; `ifNoneMatch` is the request header. */
type Request = {
  weekendId: number
  groupId: number | null
  page: z.infer<typeof boardQuery>
  ifNoneMatch: string | undefined
}
const NO_BOARD: BoardReply<Entry> = { tag: '"0"', version: 0, changedAt: null, total: 0, entries: [] }

const findBoard = async (database: Database, caller: Caller, { weekendId, groupId }: Request) => {
  const boards = boardReadModel(database)
  if (groupId === null) return boards.findOpen(weekendId)
  const group = await findOwnGroup(database, caller, groupId)
  return group.weekendId === weekendId ? group : undefined
}

const readPage = async (database: Database, viewer: string, board: Board, { page, ifNoneMatch }: Request) => {
  const boards = boardReadModel(database)
  if (ifNoneMatch !== undefined) {
    const head = await boards.head(board, viewer)
    const tag = pageTag(board, page, head)
    if (matchesEtag(ifNoneMatch, tag)) return { ...head, tag, entries: undefined }
  }
  const content = await boards.page(board, { ...page, viewer })
  return { ...content, tag: pageTag(board, page, content), entries: withOwnEntry(content.entries, content.ownEntry) }
}

/** Reads a board for a fan (docs/api/tipping.md). A weekend without a board has an empty one. */
export const readBoard =
  ({ database }: { database: Database }) =>
  async (caller: Caller, request: Request): Promise<BoardReply<Entry>> => {
    const board = await findBoard(database, caller, request)
    return board ? readPage(database, caller.userId, board, request) : NO_BOARD
  }
