import type { FastifyReply } from 'fastify'
import { setLastChanged } from './last-changed.ts'

/**
 * A page of a board as somebody reads it; `entries` is undefined where they have the page already, `changedAt` where no
 * racing has changed it yet.
 */
export type BoardAnswer<Entry> = {
  tag: string
  version: number
  changedAt?: string | null | undefined
  total: number
  entries: Entry[] | undefined
}

/** Whether an `If-None-Match` header names the tag; weak tags (a proxy that compresses makes them) compare alike. */
export const matchesEtag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag))

/** The page, and after it the caller's own row where it is outside of it (docs/contract.md, Tips and boards). */
export const withOwnEntry = <Entry extends { userId: string }>(entries: Entry[], own: Entry | null): Entry[] =>
  own === null || entries.some(({ userId }) => userId === own.userId) ? entries : [...entries, own]

/** Answers a page of a board with how large the board is, which version it has, and the page's validator. */
export const sendBoard = <Entry>(
  reply: FastifyReply,
  { tag, version, changedAt, total, entries }: BoardAnswer<Entry>,
): FastifyReply => {
  const headers = {
    etag: tag,
    'cache-control': 'private, no-cache',
    'x-total-count': total,
    'x-board-version': version,
  }
  reply.headers(headers)
  setLastChanged(reply, changedAt)
  return entries === undefined ? reply.code(304).send() : reply.send(entries)
}
