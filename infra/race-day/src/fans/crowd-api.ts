import { z } from 'zod'
import type { Call, HttpClient, Reply } from './http-client.ts'
import * as replies from './replies.ts'

type TimedCall = <T extends z.ZodType>(call: Call, shape: T, allowed?: number[]) => Promise<{ value: z.output<T> }>

/** The calls about fan activity besides tipping, and about notifications. */
export const crowdApi = (http: HttpClient, timed: TimedCall) => {
  const read = async <T extends z.ZodType>(cookie: string, path: string, shape: T) =>
    (await timed({ method: 'GET', path, cookie }, shape)).value
  return {
    /** False if the product has no fan activity installed. */
    async isInstalled(cookie: string, weekendId: number): Promise<boolean> {
      const reply = await http.send({ method: 'GET', path: `/api/driver-poll/${weekendId}/stats`, cookie })
      return reply.status !== 404
    },
    vote: (cookie: string, body: { weekendId: number; driverName: string; category: string }): Promise<Reply> =>
      http.send({ method: 'POST', path: '/api/driver-poll', cookie, body }),
    react: (cookie: string, body: object): Promise<Reply> =>
      http.send({ method: 'POST', path: '/api/fan-engagement/actions', cookie, body }),
    pollResults: (cookie: string, weekendId: number) =>
      read(cookie, `/api/driver-poll/${weekendId}/results`, z.array(replies.pollResultReply)),
    pollStats: (cookie: string, weekendId: number) =>
      read(cookie, `/api/driver-poll/${weekendId}/stats`, replies.pollStatsReply),
    reacted: (cookie: string, weekendId: number) =>
      read(cookie, `/api/fan-engagement/reactions/${weekendId}?type=result`, z.array(replies.reactedReply)),
    heatMap: (cookie: string, weekendId: number) =>
      read(cookie, `/api/weekends/${weekendId}/heat-map`, z.array(replies.heatMapReply)),
    engagement: (cookie: string, weekendId: number) =>
      read(cookie, `/api/engagement/stats/${weekendId}`, replies.engagementReply),
    engagementBoard: (cookie: string, weekendId: number, offset: number) =>
      read(
        cookie,
        `/api/engagement/leaderboard/${weekendId}?limit=500&offset=${offset}`,
        z.array(replies.engagementEntryReply),
      ),
    notifications: (cookie: string, weekendId: number) =>
      read(cookie, `/api/notifications/${weekendId}`, z.array(replies.notificationReply)),
    unread: async (cookie: string, weekendId: number) =>
      (await read(cookie, `/api/notifications/${weekendId}/count`, z.object({ count: z.int() }))).count,
    achievements: (cookie: string) => read(cookie, '/api/achievements', replies.achievementsReply),
  }
}
