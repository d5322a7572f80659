import { z } from 'zod'
import { arrowsBetween } from '../account/expected-arrows.ts'
import { expectedBoard } from '../account/expected-board.ts'
import { tieBreaks } from '../comparison/compare-board.ts'
import type { FakeProduct } from './fake-product.ts'
import { Refused } from './fake-refusal.ts'
import type { Answer, Route } from './fake-route.ts'

const snapshot = z.object({
  sequence: z.number(),
  flag: z.string(),
  lap: z.number(),
  totalLaps: z.number(),
  message: z.string().optional(),
  entries: z.array(z.object({ plate: z.string(), position: z.number(), laps: z.number(), status: z.string() })),
})
type Shown = ReturnType<typeof shownOf>

const shownOf = (product: FakeProduct, raceId: number, { entries, message, ...told }: z.output<typeof snapshot>) => {
  const race = product.races.find(({ id }) => id === raceId)
  const cars = product.cars.filter(({ categoryId }) => categoryId === race?.categoryId)
  let place = 0
  return {
    ...{ ...told, raceId, weekendId: race?.weekendId ?? 0, generation: 1, at: new Date().toISOString() },
    ...{ message: message ?? null, hasEnded: told.flag === 'chequered' },
    entries: entries.map((entry) => ({
      ...entry,
      carId: cars.find(({ plate }) => plate === entry.plate)?.id ?? null,
      place: entry.status === 'out' ? null : ++place,
      change: 0,
    })),
  }
}

type Tell = (type: string, data: unknown, at: string) => void

/** Live timing of the fake product: the open board as it stands, without groups. */
export const fakeTiming = (product: FakeProduct, tell: Tell) => {
  const timings = new Map<number, Shown>()
  const firsts = new Map<number, Map<string, number>>()
  const ended = new Set<number>()
  const isOver = (raceId: number) => product.races.find(({ id }) => id === raceId)?.status === 'completed'
  const running = (weekendId: number) =>
    [...timings.values()].find((timing) => timing.weekendId === weekendId && !isOver(timing.raceId))

  const boardOf = ({ raceId, weekendId, entries }: Shown) => {
    const classification = entries.map(({ carId, position, place }) => ({
      ...{ carId: carId ?? 0, position },
      status: place === null ? 'dnf' : 'classified',
    }))
    const races = product
      .racesOf(weekendId)
      .map((race) => (race.raceId === raceId ? { ...race, classification } : race))
    const before = product.board(weekendId)
    const after = expectedBoard(races, product.fansOf(weekendId))
    const moved = arrowsBetween(before, after)
    return after.map(({ displayName: _, ...row }, i) => {
      const { username, firstName, lastName } = product.users.find(({ id }) => id === row.userId)!
      const gain = row.totalPoints - (before.find(({ userId }) => userId === row.userId)?.totalPoints ?? 0)
      const named = { username, firstName, lastName, profileImageUrl: null, avatarConfig: null }
      const tieBreak = tieBreaks(after[i]!, [after[i - 1], after[i + 1]])[0]
      return { ...row, ...named, tieBreak, positionChange: moved.get(row.userId) ?? 0, gain }
    })
  }

  const take = (raceId: number, body: unknown): Answer => {
    if (isOver(raceId)) throw new Refused(409, 'RACE_OVER')
    const told = snapshot.parse(body)
    const known = timings.get(raceId)
    if (known && told.sequence <= known.sequence)
      return { status: 200, body: { raceId, accepted: false, sequence: known.sequence } }
    const shown = shownOf(product, raceId, told)
    const first = firsts.get(raceId) ?? new Map(shown.entries.map(({ plate, position }) => [plate, position]))
    firsts.set(raceId, first)
    for (const entry of shown.entries) entry.change = (first.get(entry.plate) ?? entry.position) - entry.position
    timings.set(raceId, shown)
    tell('timing_update', shown, shown.at)
    const { weekendId, sequence } = shown
    const entries = boardOf(shown)
    const scope = { weekendId, groupId: null, raceId, sequence }
    tell('as_it_stands', { ...scope, entries: entries.slice(0, 20), total: entries.length }, shown.at)
    return { status: 200, body: { raceId, accepted: true, sequence } }
  }

  const routes: Route[] = [
    ['POST', /^\/api\/live-timing\/races\/(\d+)\/snapshots$/, ([id], { body }) => take(id!, body)],
    [
      'GET',
      /^\/api\/live-timing\/races\/(\d+)$/,
      ([id]) => {
        const timing = timings.get(id!)
        if (!timing) throw new Refused(404, 'NO_TIMING')
        return { status: 200, body: timing, headers: { 'last-changed': timing.at } }
      },
    ],
  ]
  return {
    routes,
    /** The board as it stands, where one is asked for and something runs. */
    board(weekendId: number): Answer | undefined {
      const timing = running(weekendId)
      if (!timing) return undefined
      const entries = boardOf(timing)
      const by = `${timing.raceId}:${timing.sequence}`
      const headers = { 'x-total-count': String(entries.length), 'x-board-version': '0', 'last-changed': timing.at }
      return { status: 200, body: entries, headers: { ...headers, 'x-as-it-stands': by } }
    },
    /** Who was shown a board as it stands is told that there is none any more. */
    sweep(): void {
      for (const { raceId, weekendId, at } of timings.values()) {
        if (!isOver(raceId) || ended.has(raceId)) continue
        ended.add(raceId)
        const nothing = { weekendId, groupId: null, raceId: null, sequence: null, entries: [], total: 0 }
        tell('as_it_stands', nothing, at)
      }
    },
  }
}
