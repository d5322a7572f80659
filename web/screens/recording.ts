import type { Page, WebSocketRoute } from '@playwright/test'
import type { Shot } from './shot.ts'

type Person = Shot['as']
type Reply = { status: number; contentType: string; headers: Record<string, string>; body: string }

/** The product's replies while its screens were captured, from which the same screens can be rendered without it. */
export type Recording = {
  at: string
  scored: number
  /** By person, method and address. */
  replies: Record<string, Reply>
  /** The frames that followed a subscription, by person. */
  frames: Partial<Record<Person, Record<string, string[]>>>
}

const KEPT = ['x-total-count', 'x-board-version', 'etag', 'link']

const keyOf = (person: Person, method: string, url: string): string => {
  const { pathname, search } = new URL(url)
  return `${person} ${method} ${pathname}${search}`
}

const isOf = (type: string, payload: string): boolean => payload.includes(`"type":"${type}"`)

/** Records the replies and frames of a page. */
export const record = (page: Page, person: Person, recording: Recording): void => {
  page.on('response', async (response) => {
    const request = response.request()
    if (!new URL(request.url()).pathname.startsWith('/api/')) return
    const body = await response.text().catch(() => undefined)
    if (body === undefined) return
    const headers = response.headers()
    recording.replies[keyOf(person, request.method(), request.url())] = {
      status: response.status(),
      contentType: headers['content-type'] ?? 'application/json',
      headers: Object.fromEntries(KEPT.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
      body,
    }
  })
  page.on('websocket', (socket) => {
    let followed: string[] | undefined
    socket.on('framesent', ({ payload }) => {
      if (!isOf('subscribe', String(payload))) return
      followed = []
      recording.frames[person] = { ...recording.frames[person], [String(payload)]: followed }
    })
    socket.on('framereceived', ({ payload }) => {
      const frame = String(payload)
      if (!isOf('hello', frame) && !isOf('pong', frame)) followed?.push(frame)
    })
  })
}

const SAME_AS_CALLS = ['leaderboard_update', 'my_standing', 'projected_leaderboard', 'race_status']

/** A frame with races or points, which are shown whatever the calls for them answer. */
export const isLikeCall = (frame: string): boolean => SAME_AS_CALLS.some((type) => isOf(type, frame))

const answerSocket = (socket: WebSocketRoute, frames: Record<string, string[]>, at: string): void => {
  const say = (type: string) => socket.send(JSON.stringify({ type, data: { serverTime: at } }))
  socket.onMessage((message) => {
    const frame = String(message)
    if (isOf('ping', frame)) say('pong')
    for (const answer of frames[frame] ?? []) socket.send(answer)
  })
  say('hello')
}

/**
 * Answers a page from a recording, at the instant it was made. Requests that were not recorded fail. The
 * calls of a screen that is disturbed are not answered by the socket either.
 */
export const replay = async (page: Page, person: Person, recording: Recording, isDisturbed: boolean): Promise<void> => {
  const frames = Object.entries(recording.frames[person] ?? {}).map(([request, answers]) => [
    request,
    isDisturbed ? answers.filter((frame) => !isLikeCall(frame)) : answers,
  ])
  await page.clock.setFixedTime(recording.at)
  await page.routeWebSocket('**/ws', (socket) => answerSocket(socket, Object.fromEntries(frames), recording.at))
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const reply = recording.replies[keyOf(person, request.method(), request.url())]
    if (!reply) console.warn(`not recorded: ${keyOf(person, request.method(), request.url())}`)
    await route.fulfill(reply ?? { status: 404, json: { code: 'NOT_FOUND', message: 'Not recorded.' } })
  })
}
