import { createHash } from 'node:crypto'
import type { Board, BoardPage } from './board-read-model.ts'

type Page = { limit: number; offset: number }

/** Returns the ETag of a board page: it differs when the board, the page or the caller's own row differs. */
export const pageTag = (
  { scopeId }: Board,
  { limit, offset }: Page,
  { version, newcomers, own }: BoardPage,
): string => {
  const row = own === null ? '-' : createHash('sha256').update(JSON.stringify(own)).digest('base64url').slice(0, 16)
  return `"${[scopeId, version, newcomers, limit, offset, row].join('.')}"`
}
