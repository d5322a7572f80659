import { createHash } from 'node:crypto'
import type { Board, BoardPage } from './board-read-model.ts'

type Page = { limit: number; offset: number }

/** Returns the ETag of a board page: it changes with the board, the page and the row of the calling user. */
export const pageTag = (
  { scopeId }: Board,
  { limit, offset }: Page,
  { version, newcomers, ownEntry }: BoardPage,
): string => {
  const row =
    ownEntry === null ? '-' : createHash('sha256').update(JSON.stringify(ownEntry)).digest('base64url').slice(0, 16)
  return `"${[scopeId, version, newcomers, limit, offset, row].join('.')}"`
}
