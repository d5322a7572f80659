import { createHash } from 'node:crypto'
import type { Board, BoardPage } from './board-read-model.ts'

type Page = { limit: number; offset: number }

/** Names what a page of a board shows: it differs where the board, the page, or the caller's own row differ. */
export const pageTag = (
  { scopeId }: Board,
  { limit, offset }: Page,
  { version, newcomers, own }: BoardPage,
): string => {
  const row = own === null ? '-' : createHash('sha256').update(JSON.stringify(own)).digest('base64url').slice(0, 16)
  return `"${[scopeId, version, newcomers, limit, offset, row].join('.')}"`
}
