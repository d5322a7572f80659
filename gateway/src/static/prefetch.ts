import type { PrefetchedReply } from '@purple-sector/contracts/page-document'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withParts } from './route-manifest.ts'

/** Reads this gateway's own API as the caller of the page; undefined if the reply must not be embedded. */
export type ReadApi = (path: string) => Promise<PrefetchedReply | undefined>

/** Path of the signed-in user; the 401 of a visitor is embedded too. */
export const USER = '/api/auth/user'
const CURRENT_WEEKEND = '/api/weekends/current'
const CURRENT_SEASON = '/api/seasons/current'

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
 * Reads run concurrently. Reads of a weekend or a season start when its id is known: the user's preferred weekend, else
 * the current one, and the current season, which are only then read. Prefetching stops after `timeoutMs`; the client
 * fetches what is missing.
 */
export const prefetchReplies = async (
  request: ReadApi,
  { reads, isSignedIn, timeoutMs }: { reads: readonly string[]; isSignedIn: boolean; timeoutMs: number },
): Promise<PrefetchedReply[]> => {
  const replies: PrefetchedReply[] = []
  const requested = new Map<string, ReturnType<ReadApi>>()
  /** Requests a path once; the client fetches what failed here. */
  const tryRead = (path: string): ReturnType<ReadApi> => {
    const reply = requested.get(path) ?? request(path).catch(() => undefined)
    requested.set(path, reply)
    return reply
  }
  const read = async (path: string): Promise<PrefetchedReply | undefined> => {
    const reply = await tryRead(path)
    if (reply) replies.push(reply)
    return reply
  }
  /** Reads the paths with this part, if there are any, once its id is known. */
  const readWith = async (part: string, findId: () => Promise<unknown>): Promise<void> => {
    const paths = reads.filter((path) => path.includes(`:${part}`))
    const id = paths.length > 0 ? await findId() : undefined
    if (typeof id !== 'number') return
    await Promise.all(paths.map((path) => read(withParts(path, new Map([[part, String(id)]])))))
  }
  const readAll = async (): Promise<void> => {
    const user = read(USER)
    if (!isSignedIn) {
      await user
      return
    }
    const fixedPaths = reads.filter((path) => !path.includes(':'))
    await Promise.all([
      user,
      ...fixedPaths.map(read),
      readWith(
        'weekendId',
        async () => idIn(await user, 'preferredWeekendId') ?? idIn(await tryRead(CURRENT_WEEKEND), 'id'),
      ),
      readWith('seasonId', async () => idIn(await tryRead(CURRENT_SEASON), 'id')),
    ])
  }
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([readAll(), timeout])
  clearTimeout(timer)
  return [...replies]
}
