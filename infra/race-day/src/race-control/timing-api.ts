import type { z } from 'zod'
import type { Call, HttpClient, Reply } from '../fans/http-client.ts'
import * as replies from '../fans/replies.ts'

type Ask = <T extends z.ZodType>(call: Call, shape: T, allowed?: number[]) => Promise<{ value: z.output<T> }>

/** The public calls of live timing. */
export const timingApi = (http: HttpClient, timed: Ask) => {
  const at = (raceId: number) => `/api/live-timing/races/${raceId}`
  return {
    /** Whether live timing is installed: a race that does not exist answers `NO_TIMING` then. */
    async isInstalled(cookie: string): Promise<boolean> {
      const reply = await http.send({ method: 'GET', path: at(2_147_483_647), cookie })
      return replies.errorReply.safeParse(reply.body).data?.code === 'NO_TIMING'
    },
    /** Sends a snapshot as a timing company with a key, or as race control. */
    send: (caller: { cookie: string } | { key: string }, raceId: number, body: object): Promise<Reply> =>
      http.send({
        method: 'POST',
        path: `${at(raceId)}/snapshots`,
        body,
        ...('key' in caller ? { headers: { authorization: `Bearer ${caller.key}` } } : { cookie: caller.cookie }),
      }),
    /** Returns the state of a session and its `Last-Changed` (NaN if missing); null without any timing. */
    async find(cookie: string, raceId: number) {
      const reply = await http.send({ method: 'GET', path: at(raceId), cookie })
      if (reply.status === 404) return null
      const timing = replies.timingReply.parse(reply.body)
      return { timing, changedAt: Date.parse(reply.headers['last-changed'] ?? ''), received: reply.received }
    },
    setSource: async (cookie: string, raceId: number, body: object) =>
      (await timed({ method: 'PUT', path: `${at(raceId)}/source`, cookie, body }, replies.sourceReply)).value,
    source: async (cookie: string, raceId: number) =>
      (await timed({ method: 'GET', path: `${at(raceId)}/source`, cookie }, replies.sourceReply)).value,
  }
}
