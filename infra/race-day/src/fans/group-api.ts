import { z } from 'zod'
import type { Call, HttpClient, Reply } from './http-client.ts'
import * as replies from './replies.ts'

type Timed<T> = { value: T; sent: number; received: number }
type TimedCall = <T extends z.ZodType>(call: Call, shape: T, allowed?: number[]) => Promise<Timed<z.output<T>>>

const ignored = z.unknown()

/**
 * The calls about groups.
 * If an attempt whose reply was lost may have succeeded, the error code it causes counts as success.
 */
export const groupApi = (http: HttpClient, timed: TimedCall) => {
  const request = async <T extends z.ZodType>(call: Call, shape: T, allowed?: number[]) =>
    (await timed(call, shape, allowed)).value
  const at = (groupId: number, rest = '') => `/api/groups/${groupId}${rest}`
  return {
    create: (cookie: string, key: string, body: object) =>
      timed(
        { method: 'POST', path: '/api/groups', cookie, body, headers: { 'idempotency-key': key } },
        replies.groupReply,
      ),
    change: (cookie: string, groupId: number, body: object) =>
      timed({ method: 'PATCH', path: at(groupId), cookie, body }, replies.groupReply),
    remove: (cookie: string, groupId: number) =>
      timed({ method: 'DELETE', path: at(groupId), cookie }, ignored, [204, 404]),
    /** Also returns rejections: the product returns 404 to users outside the group. */
    read: (cookie: string, groupId: number): Promise<Reply> => http.send({ method: 'GET', path: at(groupId), cookie }),
    readBoard: (cookie: string, groupId: number, weekendId: number): Promise<Reply> =>
      http.send({ method: 'GET', path: at(groupId, `/leaderboard/${weekendId}`), cookie }),
    join: (cookie: string, inviteCode: string): Promise<Reply> =>
      http.send({ method: 'POST', path: `/api/groups/join/${inviteCode}`, cookie }),
    inviteUser: (cookie: string, groupId: number, userId: string) =>
      timed({ method: 'POST', path: at(groupId, '/invite-user'), cookie, body: { userId } }, ignored, [201, 409]),
    inviteByMail: (cookie: string, groupId: number, inviteeEmail: string) =>
      timed({ method: 'POST', path: at(groupId, '/invite'), cookie, body: { inviteeEmail } }, ignored, [201, 409]),
    invitations: (cookie: string) =>
      request({ method: 'GET', path: '/api/invitations', cookie }, z.array(replies.invitationReply)),
    accept: (cookie: string, id: number) =>
      timed(
        { method: 'PATCH', path: `/api/invitations/${id}`, cookie, body: { status: 'accepted' } },
        replies.invitationReply,
      ),
    approve: (cookie: string, groupId: number, userId: string) =>
      timed({ method: 'POST', path: at(groupId, `/approve/${userId}`), cookie }, replies.memberReply),
    reject: (cookie: string, groupId: number, userId: string) =>
      timed({ method: 'POST', path: at(groupId, `/reject/${userId}`), cookie }, ignored, [204, 404]),
    /** Changes the caller's own settings. */
    changeMembership: (cookie: string, groupId: number, body: object) =>
      timed({ method: 'PATCH', path: at(groupId, '/members/me'), cookie, body }, replies.memberReply),
    leave: (cookie: string, groupId: number) =>
      timed({ method: 'POST', path: at(groupId, '/leave'), cookie }, ignored, [204, 404]),
    members: (cookie: string, groupId: number) =>
      request({ method: 'GET', path: at(groupId, '/members'), cookie }, z.array(replies.memberReply)),
    standings: (cookie: string, weekendId: number) =>
      request(
        { method: 'GET', path: `/api/groups/leaderboards/${weekendId}`, cookie },
        z.array(replies.groupStandingReply),
      ),
    raceProgress: (cookie: string, groupId: number) =>
      request({ method: 'GET', path: at(groupId, '/race-progress'), cookie }, z.array(replies.raceProgressReply)),
    categoryStandings: (cookie: string, groupId: number) =>
      request(
        { method: 'GET', path: at(groupId, '/category-standings'), cookie },
        z.array(replies.categoryStandingsReply),
      ),
    picks: (cookie: string, groupId: number) =>
      request({ method: 'GET', path: at(groupId, '/picks'), cookie }, z.array(replies.picksReply)),
    openPicks: (cookie: string, weekendId: number) =>
      request({ method: 'GET', path: `/api/weekends/${weekendId}/picks`, cookie }, z.array(replies.picksReply)),
  }
}
