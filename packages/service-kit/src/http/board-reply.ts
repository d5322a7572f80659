import type { FastifyReply } from 'fastify'
import { setLastChanged } from './last-changed.ts'

/**
 * A page of a leaderboard for one caller. `entries` is undefined if the caller has the page already, `changedAt` if no
 * race has changed it yet.
 */
export type BoardReply<Entry> = {
  tag: string
  version: number
  changedAt?: string | null | undefined
  total: number
  entries: Entry[] | undefined
}

/** Whether an `If-None-Match` header contains the tag; weak tags (made by compressing proxies) match too. */
export const matchesEtag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag))

/** Appends the caller's own row to a page that does not contain it (docs/api/tipping.md). */
export const withOwnEntry = <Entry extends { userId: string }>(entries: Entry[], own: Entry | null): Entry[] =>
  own === null || entries.some(({ userId }) => userId === own.userId) ? entries : [...entries, own]

/** Sends a page of a leaderboard with its total size, version and ETag; 304 without a body if it is unchanged. */
export const sendBoard = <Entry>(
  reply: FastifyReply,
  { tag, version, changedAt, total, entries }: BoardReply<Entry>,
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
