import type { PrefetchedReply } from '@purple-sector/contracts/page-document'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withParts } from './route-manifest.ts'

/** Reads this gateway's own API as the caller of the page; undefined if the reply must not be embedded. */
export type ReadApi = (path: string) => Promise<PrefetchedReply | undefined>

/** Path of the signed-in user; the 401 of a visitor is embedded too. */
export const USER = '/api/auth/user'
const CURRENT_WEEKEND = '/api/weekends/current'

/** Headers of replies that the app reads. */
const FORWARDED_HEADERS = ['x-total-count', 'x-board-version', 'last-changed']

/** Creates a reader with the caller's cookie and address; its reads pass all guards of the API. */
export const apiAs = (app: FastifyInstance, { headers, ip, host }: FastifyRequest): ReadApi => {
  const { cookie, 'user-agent': agent = '' } = headers
  return async (path) => {
    const reply = await app.inject({
      method: 'GET',
      url: path,
      remoteAddress: ip,
      headers: { host, 'user-agent': agent, ...(cookie === undefined ? {} : { cookie }) },
    })
    if (reply.statusCode === 401 && path === USER) return { path, status: 401, headers: {}, body: '' }
    if (reply.statusCode !== 200) return undefined
    const forwardedHeaders = FORWARDED_HEADERS.flatMap((name): [string, string][] => {
      const value = reply.headers[name]
      return value === undefined ? [] : [[name, String(value)]]
    })
    return { path, status: 200, headers: Object.fromEntries(forwardedHeaders), body: reply.body }
  }
}

const idIn = (reply: PrefetchedReply | undefined, field: string): unknown =>
  reply?.status === 200 ? (JSON.parse(reply.body) as Record<string, unknown>)[field] : undefined

/**
 * Prefetches the replies that a page needs first: the signed-in user and, if there is one, the page's own reads.
 * Reads run concurrently. Reads of a weekend start when its id is known: the user's preferred weekend, else the current
 * one, which is only then read. Prefetching stops after `timeoutMs`; the client fetches what is missing.
 */
export const prefetchReplies = async (
  request: ReadApi,
  { reads, isSignedIn, timeoutMs }: { reads: readonly string[]; isSignedIn: boolean; timeoutMs: number },
): Promise<PrefetchedReply[]> => {
  const replies: PrefetchedReply[] = []
  // The client fetches what failed here.
  const tryRead = (path: string) => request(path).catch(() => undefined)
  const read = async (path: string): Promise<PrefetchedReply | undefined> => {
    const reply = await tryRead(path)
    if (reply) replies.push(reply)
    return reply
  }
  const [weekendPaths, otherPaths] = [
    reads.filter((path) => path.includes(':')),
    reads.filter((path) => !path.includes(':')),
  ]
  const readAll = async (): Promise<void> => {
    const user = read(USER)
    if (!isSignedIn) {
      await user
      return
    }
    const rest = otherPaths.map(read)
    if (weekendPaths.length > 0) {
      const weekendId = idIn(await user, 'preferredWeekendId') ?? idIn(await tryRead(CURRENT_WEEKEND), 'id')
      if (typeof weekendId === 'number') {
        const parts = new Map([['weekendId', String(weekendId)]])
        rest.push(...weekendPaths.map((path) => read(withParts(path, parts))))
      }
    }
    await Promise.all([user, ...rest])
  }
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([readAll(), timeout])
  clearTimeout(timer)
  return [...replies]
}
