import type { Page, Route, WebSocketRoute } from '@playwright/test'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { boardEntry, raceReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { dropPrefetched } from './drop-prefetched.ts'
import { frameReplies } from './frame-replies.ts'

const WEEKEND_ID = 1
const TOP = 20

const weekend = weekendReply({ id: WEEKEND_ID, status: 'live' })

const programme = Array.from({ length: 24 }, (_, index) => {
  const id = index + 1
  const race = { id, weekendId: WEEKEND_ID, name: `Race ${id}` }
  if (index >= 11) return raceReply(race)
  const completedAt = new Date(Date.UTC(2026, 10, 21, index)).toISOString()
  const result = { completedAt, resultRevision: 1, resultStatus: 'official' } as const
  return raceReply({ ...race, ...result, status: 'completed', locked: true })
})

const me = userReply()

/** A race as frames name it. */
const about = (name: string) => ({ id: 1, name, category: 'Repco Supercars Championship', weekendId: WEEKEND_ID })

export type Racer = {
  name: string
  points: number
  picks?: Entry['picks']
  tips?: number
  avatarConfig?: Entry['avatarConfig']
}

const NO_PICKS = { first: 0, second: 0, third: 0 }

/** The board of these racers, with the changes since `before`. */
export const rank = (racers: readonly Racer[], before: readonly Entry[] = []): Entry[] => {
  const places = new Map(before.map(({ userId, position }) => [userId, position]))
  const sorted = racers.toSorted((one, other) => other.points - one.points)
  let position = 0
  return sorted.map(({ name, points, picks = NO_PICKS, tips = 8, avatarConfig = null }, index): Entry => {
    const isShared = sorted[index - 1]?.points === points || sorted[index + 1]?.points === points
    if (sorted[index - 1]?.points !== points) position = index + 1
    return boardEntry(name, {
      position,
      totalPoints: points,
      tipsSubmitted: tips,
      avatarConfig,
      positionChange: (places.get(name) ?? position) - position,
      picks,
      tieBreak: isShared ? 'shared' : null,
    })
  })
}

const HELMETS = ['classic', 'modern', 'retro', 'aero', 'open-face', 'full-face']
const PATTERNS = ['solid', 'stripes', 'chevron', 'flames', 'checkered', 'racing-stripes', 'carbon-fiber', 'lightning']

/** Hardly two avatars are alike. */
const avatarOf = (index: number): NonNullable<Entry['avatarConfig']> => ({
  helmet: HELMETS[index % 6] ?? '',
  pattern: PATTERNS[index % 8] ?? '',
  visor: index % 5 === 0 ? 'clear' : 'tinted',
  helmetColor: `#${((index * 7_919) % 0xffffff).toString(16).padStart(6, '0')}`,
})

/** This many racers, each with an avatar, the fan of this browser at `place`. */
export const manyRacers = (count: number, position: number): Racer[] =>
  Array.from({ length: count }, (_, index) => ({
    name: index === position - 1 ? 'kerbsider' : `racer_${String(index + 1).padStart(6, '0')}`,
    points: (count - index) * 3,
    avatarConfig: avatarOf(index),
    picks: { first: (index * 7) % 6, second: (index * 5) % 4, third: index % 3 },
  }))

const json = (route: Route, body: unknown, headers: Record<string, string> = {}) =>
  route.fulfill({ contentType: 'application/json', headers, body: JSON.stringify(body) })

/**
 * A product that exists only for this page: a weekend, and a board of any size.
 *
 * `publish` simulates a result as the gateway does: the frame of the board with its first rows, and the fan's own row.
 */
export const mockBoard = async (page: Page, racers: readonly Racer[]) => {
  let entries = rank(racers)
  const races = [...programme]
  let version = 1
  const requestedOffsets: number[] = []
  const sockets = new Set<WebSocketRoute>()
  const ownEntry = () => entries.find(({ userId }) => userId === me.id)
  const notify = (frame: Pick<ServerFrame, 'type' | 'data'>) => {
    for (const socket of sockets) socket.send(JSON.stringify({ ...frame, epoch: 'e' }))
  }

  await dropPrefetched(page)
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const replies = frameReplies(weekend, races)
    return pathname in replies ? json(route, replies[pathname]) : route.fulfill({ status: 404, body: '{}' })
  })
  await page.route(`**/api/weekends/${WEEKEND_ID}/leaderboard*`, (route) => {
    const query = new URL(route.request().url()).searchParams
    const offset = Number(query.get('offset'))
    requestedOffsets.push(offset)
    const rows = entries.slice(offset, offset + Number(query.get('limit')))
    const ownRow = ownEntry()
    if (ownRow && !rows.includes(ownRow)) rows.push(ownRow)
    return json(route, rows, { 'x-total-count': String(entries.length), 'x-board-version': String(version) })
  })
  await page.routeWebSocket('**/ws', (socket) => {
    sockets.add(socket)
    socket.onMessage((message) => {
      const { type, weekendId } = JSON.parse(String(message))
      if (type === 'ping') notify({ type: 'pong', data: { serverTime: new Date().toISOString() } })
      if (type === 'subscribe') notify({ type: 'subscribed', data: { weekendId, groupIds: [], unchangedForMs: 0 } })
    })
  })

  return {
    /** Offsets of the requested pages, in order. */
    requestedOffsets,
    publish(next: readonly Racer[], { race = 'Race 1' }: { race?: string } = {}) {
      entries = rank(next, entries)
      version += 1
      const scope = { weekendId: WEEKEND_ID, groupId: null, version }
      notify({ type: 'leaderboard_update', data: { ...scope, entries: entries.slice(0, TOP), total: entries.length } })
      const ownRow = ownEntry()
      if (ownRow)
        notify({
          type: 'my_standing',
          data: {
            ...scope,
            position: ownRow.position,
            shared: ownRow.tieBreak === 'shared',
            totalPoints: ownRow.totalPoints,
            positionChange: ownRow.positionChange,
          },
        })
      notify({ type: 'race_completed', data: { race: about(race), revision: 1 } })
    },
    /** Sends the frame of a correction. */
    correct(race: string, reason: string) {
      notify({ type: 'result_corrected', data: { race: about(race), revision: 2, status: 'amended', reason } })
      const index = races.findIndex(({ name }) => name === race)
      const corrected = races[index]
      if (!corrected) throw new Error(`There is no ${race}`)
      const resultPublishedAt = new Date(Date.UTC(2026, 10, 21, 12)).toISOString()
      const result = { resultRevision: 2, resultStatus: 'amended', resultReason: reason, resultPublishedAt } as const
      races[index] = { ...corrected, ...result }
      notify({ type: 'race_status', data: races[index] })
    },
  }
}
