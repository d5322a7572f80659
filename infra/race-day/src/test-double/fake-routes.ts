import { z } from 'zod'
import { tieBreaks } from '../compare-board.ts'
import { type FakeProduct, type FakeRace, type FakeUser, Refused } from './fake-product.ts'

type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
type Request = { user: FakeUser | undefined; query: URLSearchParams; body: unknown }
type Route = [method: string, pattern: RegExp, handle: (ids: number[], request: Request) => Answer]

export type FakeRealtime = { board(weekendId: number): void; told(race: FakeRace): void }

const ok = (body: unknown): Answer => ({ status: 200, body })
const found = <T>(item: T | undefined): T => {
  if (!item) throw new Refused(404, 'NOT_FOUND')
  return item
}
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

export const fakeEntries = (product: FakeProduct, weekendId: number) =>
  product.board(weekendId).map((entry, i, rows) => {
    const { displayName: _, ...row } = entry
    return { ...row, positionChange: 0, tieBreak: tieBreaks(entry, [rows[i - 1], rows[i + 1]])[0] }
  })

/** The handful of calls that the player makes. */
export const fakeRoutes = (product: FakeProduct, realtime: FakeRealtime): Route[] => {
  const raceBody = (race: FakeRace) => {
    const lock = product.lockOf(race)
    const { id, name, status, points, revision, result } = race
    return {
      ...{
        id,
        name,
        status,
        startTime: iso(race.start),
        deadline: iso(lock),
        locked: lock !== null && lock <= Date.now(),
      },
      ...{ pointsAwarded: points, resultRevision: revision || null, resultStatus: result?.status ?? null },
    }
  }
  const race = (id: number | undefined) => found(product.races.find((candidate) => candidate.id === id))
  const weekend = (id: number | undefined) => found(product.weekends.find((candidate) => candidate.id === id))
  const car = (id: number | undefined) => found(product.cars.find((candidate) => candidate.id === id))
  const someone = (request: Request) => {
    if (!request.user) throw new Refused(401, 'UNAUTHORIZED')
    return request.user
  }
  const resultShape = z.object({
    status: z.string(),
    reason: z.string().optional(),
    classification: z.array(z.object({ position: z.number().nullable(), carId: z.number(), status: z.string() })),
  })
  const points = z.object({ first: z.number(), second: z.number(), third: z.number() })
  const main = 'Repco Supercars Championship'

  const names = z.object({
    plate: z.string(),
    driver: z.string(),
    coDriver: z.string().nullable().default(null),
    team: z.string(),
  })
  const enter = (entry: z.output<typeof names> & { weekendId: number; category: string }) => {
    const { weekendId, category, plate } = entry
    const known = product.cars.find(
      (car) => car.weekendId === weekendId && car.category === category && car.plate === plate,
    )
    Object.assign(known ?? {}, entry)
    const car = known ?? { ...entry, number: Number(plate), id: product.nextId(), status: 'active', withdrawn: false }
    car.withdrawn = false
    if (!known) product.cars.push(car)
    return { status: 201, body: car }
  }

  return [
    ['GET', /^\/api\/weekends$/, () => ok(product.weekends)],
    [
      'POST',
      /^\/api\/admin\/weekends$/,
      (_, { body }) => {
        const { name } = z.object({ name: z.string() }).parse(body)
        const created = {
          id: product.nextId(),
          name,
          status: 'inactive',
          isActive: false,
          productRaceIds: [],
          version: 0,
        }
        product.weekends.push(created)
        return { status: 201, body: created }
      },
    ],
    [
      'PATCH',
      /^\/api\/admin\/weekends\/(\d+)$/,
      ([id], { body }) => {
        const change = z.object({ isActive: z.boolean(), status: z.string() }).parse(body)
        if (change.status === 'live' && product.weekends.some((other) => other.id !== id && other.status === 'live')) {
          throw new Refused(409, 'ANOTHER_WEEKEND_LIVE')
        }
        return ok(Object.assign(weekend(id), change))
      },
    ],
    [
      'DELETE',
      /^\/api\/admin\/weekends\/(\d+)$/,
      ([id]) => {
        product.weekends.splice(product.weekends.indexOf(weekend(id)), 1)
        return { status: 204 }
      },
    ],
    [
      'PATCH',
      /^\/api\/admin\/weekends\/(\d+)\/purple-sector-races$/,
      ([id], { body }) => ok(Object.assign(weekend(id), z.object({ productRaceIds: z.array(z.number()) }).parse(body))),
    ],
    [
      'POST',
      /^\/api\/admin\/races$/,
      (_, { body }) => {
        const input = z
          .object({
            weekendId: z.number(),
            name: z.string(),
            category: z.string(),
            sessionType: z.string(),
            scheduledTime: z.string().optional(),
            pointsAwarded: points.optional(),
          })
          .parse(body)
        const usual =
          input.category === main ? { first: 50, second: 25, third: 15 } : { first: 10, second: 6, third: 3 }
        const created: FakeRace = {
          ...input,
          id: product.nextId(),
          status: 'upcoming',
          start: input.scheduledTime ? Date.parse(input.scheduledTime) : null,
          closedAt: null,
          points: input.pointsAwarded ?? usual,
          revision: 0,
          result: null,
        }
        product.races.push(created)
        return { status: 201, body: raceBody(created) }
      },
    ],
    [
      'PATCH',
      /^\/api\/admin\/races\/(\d+)$/,
      ([id], { body }) => {
        const moved = race(id)
        const start = Date.parse(z.object({ startTime: z.string() }).parse(body).startTime)
        moved.start = Math.max(start, Date.now() + 120_000)
        return ok(raceBody(moved))
      },
    ],
    [
      'PATCH',
      /^\/api\/admin\/races\/(\d+)\/status$/,
      ([id], { body }) => {
        const changed = race(id)
        product.close(changed)
        changed.status = z.object({ status: z.string() }).parse(body).status
        return ok(raceBody(changed))
      },
    ],
    [
      'GET',
      /^\/api\/weekends\/(\d+)\/races$/,
      ([id]) => ok(product.races.filter(({ weekendId }) => weekendId === id).map(raceBody)),
    ],
    [
      'POST',
      /^\/api\/admin\/cars$/,
      (_, { body }) => {
        const { raceId, ...car } = names.extend({ raceId: z.number() }).parse(body)
        const { weekendId, category } = race(raceId)
        return enter({ weekendId, category, ...car })
      },
    ],
    [
      'POST',
      /^\/api\/admin\/weekends\/(\d+)\/drivers$/,
      ([id], { body }) => {
        const { class: category, ...car } = names.extend({ class: z.string() }).parse(body)
        return enter({ weekendId: weekend(id).id, category, ...car })
      },
    ],
    [
      'GET',
      /^\/api\/admin\/cars$/,
      (_, { query }) => ok(product.cars.filter((car) => car.weekendId === Number(query.get('weekendId')))),
    ],
    [
      'PATCH',
      /^\/api\/admin\/cars\/(\d+)$/,
      ([id], { body }) => ok(Object.assign(car(id), names.partial().parse(body))),
    ],
    [
      'DELETE',
      /^\/api\/admin\/cars\/(\d+)$/,
      ([id]) => {
        car(id).withdrawn = true
        return { status: 204 }
      },
    ],
    [
      'POST',
      /^\/api\/admin\/races\/(\d+)\/reopen$/,
      ([id], { body }) => {
        const opened = race(id)
        if (opened.result || opened.start === null) throw new Refused(409, 'HAS_RESULT')
        opened.start = Date.parse(z.object({ scheduledTime: z.string() }).parse(body).scheduledTime)
        Object.assign(opened, { closedAt: null, status: 'upcoming' })
        return ok(raceBody(opened))
      },
    ],
    [
      'PATCH',
      /^\/api\/admin\/cars\/(\d+)\/status$/,
      ([id], { body }) => ok(Object.assign(car(id), z.object({ status: z.string() }).parse(body))),
    ],
    [
      'DELETE',
      /^\/api\/admin\/weekends\/(\d+)\/drivers\/(.+)$/,
      ([id], { query }) => {
        for (const car of product.cars)
          if (car.weekendId === id && car.driver === query.get('driver')) car.withdrawn = true
        return { status: 204 }
      },
    ],
    [
      'POST',
      /^\/api\/admin\/races\/(\d+)\/results$/,
      ([id]) => ok({ raceId: id, revision: race(id).revision + 1, participantsChanged: 0 }),
    ],
    [
      'PUT',
      /^\/api\/admin\/races\/(\d+)\/results$/,
      ([id], { body }) => {
        const told = race(id)
        if (product.publish(told, resultShape.parse(body))) realtime.told(told)
        return ok(product.resultOf(told))
      },
    ],
    ['GET', /^\/api\/races\/(\d+)\/results$/, ([id]) => ok(product.resultOf(race(id)))],
    [
      'POST',
      /^\/api\/tips$/,
      (_, request) => {
        const input = z.object({ weekendId: z.number(), category: z.string(), carId: z.number() }).parse(request.body)
        const { isNew, tip } = product.submitTip(someone(request), input)
        realtime.board(input.weekendId)
        return { status: isNew ? 201 : 200, body: tip }
      },
    ],
    ['GET', /^\/api\/tips\/(\d+)$/, ([id], request) => ok(product.tipsOf(someone(request), id!))],
    ['GET', /^\/api\/weekends\/(\d+)\/my-stats$/, ([id], request) => ok(product.statsOf(someone(request), id!))],
    [
      'GET',
      /^\/api\/weekends\/(\d+)\/leaderboard$/,
      ([id], request) => {
        const entries = fakeEntries(product, id!)
        const [limit, offset] = [Number(request.query.get('limit')), Number(request.query.get('offset'))]
        const page = entries.slice(offset, offset + limit)
        const own = entries.filter((entry) => entry.userId === request.user?.id && !page.includes(entry))
        const headers = { 'x-total-count': String(entries.length), 'x-board-version': String(weekend(id).version) }
        return { status: 200, body: [...page, ...own], headers }
      },
    ],
  ]
}
