import { createHash } from 'node:crypto'
import type { Entry } from '@purple-sector/contracts/tipping/http'
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

/** Whether an `If-None-Match` header names the tag; weak tags (a proxy that compresses makes them) compare alike. */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag))

/** The page, and after it the caller's own row where it is outside of it (docs/contract.md, Tips and boards). */
export const withOwn = (entries: Entry[], own: Entry | null): Entry[] =>
  own === null || entries.some(({ userId }) => userId === own.userId) ? entries : [...entries, own]
