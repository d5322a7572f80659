import { z } from 'zod'
import { fakeGroupRoutes } from './fake-group-routes.ts'
import type { FakeCar, FakeProduct, FakeRace } from './fake-product.ts'
import { Refused } from './fake-refusal.ts'
import type { Answer, FakeRealtime, FakeRequest, Route } from './fake-route.ts'

const ok = (body: unknown): Answer => ({ status: 200, body })
const found = <T>(item: T | undefined): T => {
  if (!item) throw new Refused(404, 'NOT_FOUND')
  return item
}
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** The handful of calls that the player makes. */
export const fakeRoutes = (product: FakeProduct, realtime: FakeRealtime): Route[] => {
  const raceBody = (race: FakeRace) => {
    const lock = product.lockOf(race)
    const { id, name, status, points, revision, result, raceNumber, categoryId } = race
    return {
      ...{
        id,
        name,
        raceNumber,
        categoryId,
        category: product.categoryNamed(categoryId).name,
        status,
        startTime: iso(race.start),
        deadline: iso(lock),
        locked: lock !== null && lock <= Date.now(),
      },
      ...{ pointsAwarded: points, resultRevision: revision || null, resultStatus: result?.status ?? null },
      resultReason: result?.reason ?? null,
    }
  }
  const race = (id: number | undefined) => found(product.races.find((candidate) => candidate.id === id))
  const weekend = (id: number | undefined) => found(product.weekends.find((candidate) => candidate.id === id))
  const car = (id: number | undefined) => found(product.cars.find((candidate) => candidate.id === id))
  const someone = (request: FakeRequest) => {
    if (!request.user) throw new Refused(401, 'UNAUTHORIZED')
    return request.user
  }
  const resultShape = z.object({
    status: z.string(),
    reason: z.string().optional(),
    classification: z.array(z.object({ position: z.number().nullable(), carId: z.number(), status: z.string() })),
  })
  const points = z.object({ first: z.number(), second: z.number(), third: z.number() })

  const categoryShape = z.object({
    name: z.string(),
    shortName: z.string().optional(),
    aliases: z.array(z.string()).optional(),
  })
  const names = z.object({
    plate: z.string(),
    driver: z.string(),
    coDriver: z.string().nullable().default(null),
    team: z.string(),
  })
  const carBody = (car: FakeCar) => ({ ...car, category: product.categoryNamed(car.categoryId).name })
  const enter = (entry: z.output<typeof names> & { weekendId: number; categoryId: number }) => {
    const { weekendId, categoryId, plate } = entry
    const known = product.cars.find(
      (car) => car.weekendId === weekendId && car.categoryId === categoryId && car.plate === plate,
    )
    Object.assign(known ?? {}, entry)
    const car = known ?? { ...entry, number: Number(plate), id: product.nextId(), status: 'active', withdrawn: false }
    car.withdrawn = false
    if (!known) product.cars.push(car)
    return { status: 201, body: carBody(car) }
  }

  return [
    ...fakeGroupRoutes(product, realtime),
    ['GET', /^\/api\/weekends$/, () => ok(product.weekends)],
    ['GET', /^\/api\/categories$/, () => ok(product.categories)],
    [
      'POST',
      /^\/api\/admin\/categories$/,
      (_, { body }) => {
        const { name, shortName = name, aliases = [] } = categoryShape.parse(body)
        const created = { id: product.nextId() + 100, name, shortName, aliases, isMain: false, archived: false }
        product.categories.push(created)
        return { status: 201, body: created }
      },
    ],
    [
      'PATCH',
      /^\/api\/admin\/categories\/(\d+)$/,
      ([id], { body }) => {
        const changed = product.categoryNamed(id!)
        const { name, aliases = changed.aliases, ...change } = categoryShape.partial().parse(body)
        const former = name !== undefined && name !== changed.name ? [changed.name] : []
        return ok(Object.assign(changed, name && { name }, { aliases: [...aliases, ...former] }, change))
      },
    ],
    [
      'DELETE',
      /^\/api\/admin\/categories\/(\d+)$/,
      ([id]) => {
        product.categories.splice(product.categories.indexOf(product.categoryNamed(id!)), 1)
        return { status: 204 }
      },
    ],
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
            category: z.union([z.string(), z.number()]),
            sessionType: z.string(),
            scheduledTime: z.string().optional(),
            pointsAwarded: points.optional(),
          })
          .parse(body)
        const category = product.categoryNamed(input.category)
        const usual = category.isMain ? { first: 50, second: 25, third: 15 } : { first: 10, second: 6, third: 3 }
        const created: FakeRace = {
          ...input,
          categoryId: category.id,
          raceNumber: Number(/^race(\d)$/.exec(input.sessionType)?.[1] ?? 1),
          wasCompleted: false,
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
        const { weekendId, categoryId } = race(raceId)
        return enter({ weekendId, categoryId, ...car })
      },
    ],
    [
      'POST',
      /^\/api\/admin\/weekends\/(\d+)\/drivers$/,
      ([id], { body }) => {
        const { class: category, ...car } = names.extend({ class: z.string() }).parse(body)
        return enter({ weekendId: weekend(id).id, categoryId: product.categoryNamed(category).id, ...car })
      },
    ],
    [
      'GET',
      /^\/api\/admin\/cars$/,
      (_, { query }) => ok(product.cars.filter((car) => car.weekendId === Number(query.get('weekendId'))).map(carBody)),
    ],
    [
      'PATCH',
      /^\/api\/admin\/cars\/(\d+)$/,
      ([id], { body }) => ok(carBody(Object.assign(car(id), names.partial().parse(body)))),
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
      ([id], { body }) => ok(carBody(Object.assign(car(id), z.object({ status: z.string() }).parse(body)))),
    ],
    [
      'DELETE',
      /^\/api\/admin\/weekends\/(\d+)\/drivers\/(.+)$/,
      ([id], { query }) => {
        for (const car of product.cars)
          if (car.weekendId === id && car.driver === query.get('last')) car.withdrawn = true
        return { status: 204 }
      },
    ],
    [
      'POST',
      /^\/api\/admin\/races\/(\d+)\/results$/,
      ([id], { body }) => ok(product.preview(race(id), resultShape.parse(body))),
    ],
    [
      'PUT',
      /^\/api\/admin\/races\/(\d+)\/results$/,
      ([id], { body }) => {
        const told = race(id)
        const type = product.publish(told, resultShape.parse(body))
        if (type) realtime.told(told, type)
        return ok(product.resultOf(told))
      },
    ],
    ['GET', /^\/api\/races\/(\d+)\/results$/, ([id]) => ok(product.resultOf(race(id)))],
    [
      'POST',
      /^\/api\/tips$/,
      (_, request) => {
        const input = z
          .object({ weekendId: z.number(), category: z.string(), carId: z.number(), groupId: z.number().optional() })
          .parse(request.body)
        const category = String(product.categoryNamed(input.category).id)
        const user = someone(request)
        const { isNew, tip } =
          input.groupId === undefined
            ? product.submitTip(user, { ...input, category })
            : product.submitGroupTip(user, input.groupId, { ...input, category })
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
        const entries = product.entries(id!)
        const [limit, offset] = [Number(request.query.get('limit')), Number(request.query.get('offset'))]
        const page = entries.slice(offset, offset + limit)
        const own = entries.filter((entry) => entry.userId === request.user?.id && !page.includes(entry))
        const headers = { 'x-total-count': String(entries.length), 'x-board-version': String(weekend(id).version) }
        return { status: 200, body: [...page, ...own], headers }
      },
    ],
  ]
}
