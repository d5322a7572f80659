import { z } from 'zod'
import { PreflightError } from '../preflight-error.ts'
import { timingApi } from '../race-control/timing-api.ts'
import { readCookies } from './cookies.ts'
import { crowdApi } from './crowd-api.ts'
import { groupApi } from './group-api.ts'
import type { Call, HttpClient, Reply } from './http-client.ts'
import * as replies from './replies.ts'

/** A signed-in user: the session cookie, and the user as the product reports it. */
export type Account = { cookie: string; user: replies.UserReply }

/** A reply that the public contract does not allow at this point. */
export class UnexpectedReply extends PreflightError {
  readonly reply: Reply
  constructor({ method, path }: Call, reply: Reply, why = `answered ${reply.status}`) {
    super(`${method} ${path.replace(/\?.*/, '')}: ${why}: ${JSON.stringify(reply.body)?.slice(0, 300)}`)
    this.name = 'UnexpectedReply'
    this.reply = reply
  }
}

export const codeOf = (reply: Reply): string | null => replies.errorReply.safeParse(reply.body).data?.code ?? null

export type ResultBody = {
  status: string
  reason?: string
  classification: { position: number | null; carId: number; status: string }[]
}
export type Timed<T> = { value: T; sent: number; received: number }

/**
 * Sends calls whose status, and with a `shape` whose body, the contract allows at this point.
 * @throws UnexpectedReply
 */
export const checkedCalls = (http: HttpClient) => {
  const checked = async (call: Call, allowed: number[]): Promise<Reply> => {
    const reply = await http.send(call)
    if (!allowed.includes(reply.status)) throw new UnexpectedReply(call, reply)
    return reply
  }
  const timed = async <T extends z.ZodType>(
    call: Call,
    shape: T,
    allowed = [200, 201, 204],
  ): Promise<Timed<z.output<T>>> => {
    const reply = await checked(call, allowed)
    const parsed = shape.safeParse(reply.body)
    if (!parsed.success) throw new UnexpectedReply(call, reply, z.prettifyError(parsed.error).replaceAll('\n', ' '))
    return { value: parsed.data, sent: reply.sent, received: reply.received }
  }
  const request = async <T extends z.ZodType>(call: Call, shape: T, allowed?: number[]) =>
    (await timed(call, shape, allowed)).value
  return { checked, timed, request }
}

/**
 * Creates the public calls that the player makes; each checks its reply.
 * @throws UnexpectedReply
 */
export const productApi = (http: HttpClient) => {
  const { timed, request } = checkedCalls(http)
  const ignored = z.unknown()

  const enter = async (path: string, body: { email: string; password: string }): Promise<Account | Reply> => {
    const call = { method: 'POST', path, body }
    const reply = await http.send(call)
    if (reply.status !== 200 && reply.status !== 201) return reply
    const user = replies.userReply.safeParse(reply.body)
    const cookie = readCookies(reply.headers['set-cookie'])
    if (!user.success || !cookie) throw new UnexpectedReply(call, reply, 'no user or no race cookie')
    return { user: user.data, cookie }
  }

  /**
   * Signs in.
   * @throws PreflightError also for wrong credentials
   */
  const signIn = async (email: string, password: string): Promise<Account> => {
    const entered = await enter('/api/auth/login', { email, password })
    if (!('status' in entered)) return entered
    if (entered.status !== 401) throw new UnexpectedReply({ method: 'POST', path: '/api/auth/login' }, entered)
    throw new PreflightError(
      `The product does not accept this password for ${email}: give --admin-email and --admin-password, or ADMIN_EMAILS and ADMIN_PASSWORD.`,
    )
  }

  return {
    signIn,
    /** Registers; signs in instead if an attempt whose reply was lost took the address. */
    async register(person: {
      email: string
      password: string
      username?: string
      firstName?: string
      lastName?: string
    }) {
      const entered = await enter('/api/auth/register', person)
      if (!('status' in entered)) return entered
      if (codeOf(entered) === 'EMAIL_TAKEN') return signIn(person.email, person.password)
      throw new UnexpectedReply({ method: 'POST', path: '/api/auth/register' }, entered)
    },
    weekends: (cookie: string) =>
      request({ method: 'GET', path: '/api/weekends', cookie }, z.array(replies.weekendReply)),
    createWeekend: (cookie: string, key: string, body: object) =>
      request(
        { method: 'POST', path: '/api/admin/weekends', cookie, body, headers: idempotent(key) },
        replies.weekendReply,
      ),
    /** Also returns refusals, because another weekend may be live. */
    changeWeekend: (cookie: string, id: number, body: object) =>
      http.send({ method: 'PATCH', path: `/api/admin/weekends/${id}`, cookie, body }),
    deleteWeekend: (cookie: string, id: number) =>
      request({ method: 'DELETE', path: `/api/admin/weekends/${id}?confirm=true`, cookie }, ignored, [200, 204, 404]),
    /** False if refused, because a race that would enter or leave the competition has locked. */
    async setFilter(cookie: string, weekendId: number, productRaceIds: number[]): Promise<boolean> {
      const path = `/api/admin/weekends/${weekendId}/purple-sector-races`
      const call = { method: 'PATCH', path, cookie, body: { productRaceIds } }
      const reply = await http.send(call)
      if (reply.status === 409 && codeOf(reply) === 'SESSION_LOCKED') return false
      if (reply.status !== 200) throw new UnexpectedReply(call, reply)
      return true
    },
    categories: (cookie: string) =>
      request({ method: 'GET', path: '/api/categories', cookie }, z.array(replies.categoryReply)),
    createCategory: (cookie: string, key: string, body: object) =>
      request(
        { method: 'POST', path: '/api/admin/categories', cookie, body, headers: idempotent(key) },
        replies.categoryReply,
      ),
    changeCategory: (cookie: string, id: number, body: object) =>
      request({ method: 'PATCH', path: `/api/admin/categories/${id}`, cookie, body }, replies.categoryReply),
    /** Deletes a category; one that is still in use stays. */
    deleteCategory: (cookie: string, id: number) =>
      request({ method: 'DELETE', path: `/api/admin/categories/${id}`, cookie }, ignored, [204, 404, 409]),
    createRace: (cookie: string, key: string, body: object) =>
      request({ method: 'POST', path: '/api/admin/races', cookie, body, headers: idempotent(key) }, replies.raceReply),
    moveRace: (cookie: string, id: number, startTime: string) =>
      timed({ method: 'PATCH', path: `/api/admin/races/${id}`, cookie, body: { startTime } }, replies.raceReply),
    reopenRace: (cookie: string, id: number, scheduledTime: string) =>
      timed(
        { method: 'POST', path: `/api/admin/races/${id}/reopen`, cookie, body: { scheduledTime } },
        replies.raceReply,
      ),
    setRaceStatus: (cookie: string, id: number, status: string) =>
      timed({ method: 'PATCH', path: `/api/admin/races/${id}/status`, cookie, body: { status } }, replies.raceReply),
    races: (cookie: string, weekendId: number) =>
      request({ method: 'GET', path: `/api/weekends/${weekendId}/races`, cookie }, z.array(replies.raceReply)),
    enterCar: (cookie: string, key: string, body: object) =>
      request({ method: 'POST', path: '/api/admin/cars', cookie, body, headers: idempotent(key) }, ignored, [201]),
    enterDriver: (cookie: string, key: string, weekendId: number, body: object) =>
      request(
        { method: 'POST', path: `/api/admin/weekends/${weekendId}/drivers`, cookie, body, headers: idempotent(key) },
        ignored,
        [201, 200],
      ),
    cars: (cookie: string, weekendId: number) =>
      request({ method: 'GET', path: `/api/admin/cars?weekendId=${weekendId}`, cookie }, z.array(replies.carReply)),
    setCarStatus: (cookie: string, id: number, status: string) =>
      timed({ method: 'PATCH', path: `/api/admin/cars/${id}/status`, cookie, body: { status } }, replies.carReply),
    editCar: (cookie: string, id: number, body: object) =>
      timed({ method: 'PATCH', path: `/api/admin/cars/${id}`, cookie, body }, replies.carReply),
    withdrawCar: (cookie: string, id: number) =>
      timed({ method: 'DELETE', path: `/api/admin/cars/${id}`, cookie }, ignored, [200, 204, 404]),
    removeDriver: (cookie: string, weekendId: number, driver: string) =>
      timed(
        { method: 'DELETE', path: `/api/admin/weekends/${weekendId}/drivers/${encodeURIComponent(driver)}`, cookie },
        ignored,
        [200, 204, 404],
      ),
    previewResult: (cookie: string, id: number, body: ResultBody) =>
      request(
        { method: 'POST', path: `/api/admin/races/${id}/results?preview=true`, cookie, body },
        replies.previewReply,
      ),
    publishResult: (cookie: string, id: number, body: ResultBody) =>
      timed({ method: 'PUT', path: `/api/admin/races/${id}/results`, cookie, body }, replies.resultReply),
    result: (cookie: string, id: number) =>
      request({ method: 'GET', path: `/api/races/${id}/results`, cookie }, replies.resultReply),
    submitTip: (
      cookie: string,
      { groupId, ...body }: { weekendId: number; category: string; carId: number; groupId?: number | undefined },
    ) => {
      const source = groupId === undefined ? { tipSource: 'sector' } : { tipSource: 'group', groupId }
      return http.send({ method: 'POST', path: '/api/tips', cookie, body: { ...body, ...source } })
    },
    tips: (cookie: string, weekendId: number) =>
      request({ method: 'GET', path: `/api/tips/${weekendId}`, cookie }, z.array(replies.tipReply)),
    stats: (cookie: string, weekendId: number) =>
      request({ method: 'GET', path: `/api/weekends/${weekendId}/my-stats`, cookie }, replies.statsReply),
    /** Reads a page of the open board or of a group's, with its total, version and change time. */
    async board(cookie: string, { weekendId, groupId = null, projected }: BoardScope, limit: number, offset: number) {
      const board =
        groupId === null ? `/api/weekends/${weekendId}/leaderboard` : `/api/groups/${groupId}/leaderboard/${weekendId}`
      const query = `limit=${limit}&offset=${offset}${projected ? '&projected=true' : ''}`
      const call = { method: 'GET', path: `${board}?${query}`, cookie }
      const reply = await http.send(call)
      const entries = z.array(replies.provisionalReply).safeParse(reply.body)
      const total = Number(reply.headers['x-total-count'] ?? Number.NaN)
      const version = Number(reply.headers['x-board-version'] ?? Number.NaN)
      if (reply.status !== 200 || !entries.success || Number.isNaN(total) || Number.isNaN(version)) {
        throw new UnexpectedReply(call, reply, `answered ${reply.status}, total ${total}, version ${version}`)
      }
      const by = reply.headers['x-projected'] ?? null
      return { entries: entries.data, total, version, by, changedAt: Date.parse(reply.headers['last-changed'] ?? '') }
    },
    timing: timingApi(http, timed),
    groups: groupApi(http, timed),
    crowd: crowdApi(http, timed),
  }
}

export type ProductApi = ReturnType<typeof productApi>
/**
 * The open competition of a weekend, or a group's.
 * With `projected` as it would be if the running session ended now.
 */
export type BoardScope = { weekendId: number; groupId?: number | null; projected?: boolean }

const idempotent = (key: string) => ({ 'idempotency-key': key })
