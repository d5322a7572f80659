import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'

/*
 * Every write is made through one gateway, and everything that shows it is read at once through both. Boards and
 * positions are not included: they follow within a second, or after a result is scored, and are announced by frames.
 */

type Body = Record<string, unknown> & { id: number }
type Call = { method: string; path: string; body?: object | FormData; cookie: string }
type CallReply = { status: number; body: unknown; cookie: string }

const category = 'Repco Supercars Championship'
const renamed = 'Supercars of Australia'
const password = 'grid box four hundred'
const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
const twoMinutesBefore = (time: string) => new Date(Date.parse(time) - 120_000).toISOString()
/** A gateway caches a reply from its second request on. */
const TWICE = [1, 2]

describe('reads after a write through one gateway', () => {
  let testProduct: TestProduct
  let writer = ''
  let gateways: string[] = []
  let admin = ''
  let fan = ''
  let fanId = ''
  const coveredWrites: string[] = []

  const call = async (gateway: string, { method, path, body, cookie }: Call): Promise<CallReply> => {
    const isForm = body instanceof FormData
    const reply = await fetch(gateway + path, {
      method,
      headers: { origin: gateway, cookie, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    const newCookies = reply.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    return {
      status: reply.status,
      body: text === '' ? null : JSON.parse(text),
      cookie: [cookie, ...newCookies].join('; '),
    }
  }

  const signIn = async (path: string, body: object): Promise<{ cookie: string; body: unknown }> => {
    const session = await call(writer, { method: 'POST', path, body, cookie: 'none=1' })
    expect(session.status).toBeLessThan(300)
    return session
  }

  beforeAll(async () => {
    testProduct = await createTestProduct('own-writes', { replicas: { gateway: 2, 'scoring-worker': 1 } })
    gateways = testProduct.product.gateways
    writer = gateways[0] ?? ''
    admin = (await signIn('/api/auth/login', testProduct.product.admin)).cookie
    const session = await signIn('/api/auth/register', { email: 'ann@example.org', password, username: 'ann' })
    fan = session.cookie
    fanId = String((session.body as { id: unknown }).id)
  }, 240_000)

  afterAll(() => testProduct?.stop(), 60_000)

  /** A read that shows the write, and the expected value in its reply. */
  type ExpectedRead = [path: string, select: (body: never) => unknown, expected: unknown]

  /** Makes the write, then immediately every read that shows it. */
  const write = async (
    name: string,
    { path, body, cookie = admin }: { path: string; body?: object | FormData; cookie?: string },
    expectedReads: (reply: Body) => ExpectedRead[],
    before: string[] = [],
  ): Promise<Body> => {
    const [method = ''] = name.split(' ')
    coveredWrites.push(name)
    // Fills the caches of both gateways, as requests of other users would.
    for (const gateway of gateways)
      for (const _ of TWICE) for (const path of before) await call(gateway, { method: 'GET', path, cookie: fan })
    const writeReply = await call(writer, { method, path, cookie, ...(body && { body }) })
    expect(writeReply.status, `${name}: ${JSON.stringify(writeReply.body)}`).toBeLessThan(300)
    const reply = writeReply.body as Body
    const reads = gateways.flatMap((gateway, index) =>
      expectedReads(reply).map(async ([path, select, expected]) => {
        // Sends the cookies that the reply set, as a browser does.
        const readReply = await call(gateway, { method: 'GET', path, cookie: writeReply.cookie })
        const actual = readReply.status === 200 ? select(readReply.body as never) : readReply.status
        expect(actual, `after ${name}, GET ${path} by gateway ${index + 1}`).toEqual(expected)
      }),
    )
    await Promise.all(reads)
    return reply
  }

  const ofId = (id: number, select: (found: Record<string, unknown>) => unknown) => (list: Body[]) => {
    const found = list.find((each) => each.id === id)
    return found && select(found)
  }
  const ids = (list: Body[]) => list.map(({ id }) => id)
  const latestAuditEntry = (list: { action: string; subject: { id: string } }[]) =>
    list.slice(0, 1).map(({ action, subject }) => `${action} ${subject.id}`)
  const audit = (action: string, id: number): ExpectedRead => [
    '/api/admin/audit?limit=1',
    latestAuditEntry as never,
    [`${action} ${id}`],
  ]

  test('show the write through both gateways, for every read of every service', async () => {
    const lists = ['/api/weekends', '/api/weekends/current']
    /** Weekends: the lists, one weekend, the current weekend. */
    const inWeekends = (
      id: number,
      select: (weekend: Record<string, unknown>) => unknown,
      expected: unknown,
    ): ExpectedRead[] => [
      ['/api/weekends', ofId(id, select) as never, expected],
      ['/api/admin/weekends', ofId(id, select) as never, expected],
      [`/api/weekends/${id}`, select as never, expected],
    ]
    const today = tomorrow.slice(0, 10)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const weekend = await write(
      'POST /api/admin/weekends',
      { path: '/api/admin/weekends', body: { name: 'Round 1', startDate: yesterday, endDate: today, timeZone: 'UTC' } },
      ({ id }) => [...inWeekends(id, ({ name }) => name, 'Round 1'), audit('weekend.created', id)],
      lists,
    )
    const weekendPath = `/api/weekends/${weekend.id}`
    const adminWeekendPath = `/api/admin/weekends/${weekend.id}`
    await write(
      'PATCH /api/admin/weekends/{id}',
      { path: adminWeekendPath, body: { name: 'Round One', isActive: true } },
      ({ id }) => [
        ...inWeekends(id, ({ name }) => name, 'Round One'),
        ['/api/weekends/current', ({ name }: Body) => name, 'Round One'],
        audit('weekend.changed', id),
      ],
      [...lists, weekendPath],
    )

    /** Chat of the weekend: messages, mutes, slow mode; moderation actions reach the audit log by events. */
    const chat = `${weekendPath}/chat`
    const message = await write(
      'POST /api/weekends/{id}/chat',
      { path: chat, body: { message: 'Lights out!' }, cookie: fan },
      ({ id }) => [
        [chat, ids as never, [id]],
        [`${chat}/room`, ({ messageCount }: Body) => messageCount, 1],
      ],
    )
    await write(
      'DELETE /api/admin/chat/{type}/{messageId}',
      { path: `/api/admin/chat/weekend/${message.id}`, body: { reason: 'Off topic.' } },
      () => [
        [chat, ids as never, []],
        [`${adminWeekendPath}/contents`, ({ messages }: Body) => messages, 0],
        [
          '/api/admin/chat/messages',
          ([deletedMessage]: { deleted: { reason: string } }[]) => deletedMessage?.deleted.reason,
          'Off topic.',
        ],
      ],
    )
    const mute = `/api/admin/chat/mutes/${fanId}`
    const muted: ExpectedRead[1] = (list: { userId: string }[]) => list.map(({ userId }) => userId)
    const muteReason: ExpectedRead[1] = (room: { muted: { reason: string } | null }) => room.muted?.reason
    await write(
      'PUT /api/admin/chat/mutes/{userId}',
      { path: mute, body: { until: tomorrow, reason: 'Spoilers' } },
      () => [['/api/admin/chat/mutes', muted, [fanId]]],
    )
    const room = await call(writer, { method: 'GET', path: `${chat}/room`, cookie: fan })
    expect(muteReason(room.body as never)).toBe('Spoilers')
    await write('DELETE /api/admin/chat/mutes/{userId}', { path: mute }, () => [['/api/admin/chat/mutes', muted, []]])
    await write(
      'PUT /api/admin/chat/rooms/{type}/{id}',
      { path: `/api/admin/chat/rooms/weekend/${weekend.id}`, body: { slowModeSeconds: 5 } },
      () => [[`${chat}/room`, ({ slowModeSeconds }: Body) => slowModeSeconds, 5]],
    )

    /** Races: the lists of fans and administrators, and counts. */
    const inRaces = (
      id: number,
      select: (race: Record<string, unknown>) => unknown,
      expected: unknown,
    ): ExpectedRead[] => [
      [`${weekendPath}/races`, ofId(id, select) as never, expected],
      ['/api/admin/races', ofId(id, select) as never, expected],
      [`/api/admin/races/${weekend.id}`, ofId(id, select) as never, expected],
    ]
    const raceReads = [`${weekendPath}/races`, `${weekendPath}/next-race`, `${weekendPath}/purple-sector-races`]
    const race = await write(
      'POST /api/admin/races',
      { path: '/api/admin/races', body: { weekendId: weekend.id, category, sessionType: 'race1', name: 'Race 1' } },
      ({ id }) => [
        ...inRaces(id, ({ name }) => name, 'Race 1'),
        [`${adminWeekendPath}/contents`, ({ races }: Body) => races, 1],
        audit('race.created', id),
      ],
      raceReads,
    )
    const racePath = `/api/admin/races/${race.id}`
    await write(
      'PATCH /api/admin/races/{id}',
      { path: racePath, body: { name: 'Race One', startTime: tomorrow } },
      ({ id }) => [
        ...inRaces(id, (entity) => [entity.name, entity.startTime], ['Race One', tomorrow]),
        // Tipping owns the deadline; weekends receives it by a synchronous push.
        ...inRaces(id, ({ deadline }) => deadline, twoMinutesBefore(tomorrow)),
        [`${weekendPath}/next-race`, ({ name }: Body) => name, 'Race One'],
        audit('race.changed', id),
      ],
      raceReads,
    )
    await write(
      'PATCH /api/admin/weekends/{id}/purple-sector-races',
      { path: `${adminWeekendPath}/purple-sector-races`, body: { productRaceIds: [race.id] } },
      () => [
        ...inWeekends(weekend.id, ({ productRaceIds }) => productRaceIds, [race.id]),
        [`${weekendPath}/purple-sector-races`, ids as never, [race.id]],
      ],
      raceReads,
    )

    /** Cars: by race for fans, by weekend for administrators. */
    const inCars = (
      id: number,
      select: (car: Record<string, unknown>) => unknown,
      expected: unknown,
    ): ExpectedRead[] => [
      [`/api/cars/${race.id}`, ofId(id, select) as never, expected],
      [`/api/admin/cars?weekendId=${weekend.id}`, ofId(id, select) as never, expected],
      [`/api/admin/cars/${weekend.id}`, ofId(id, select) as never, expected],
    ]
    const carReads = [`/api/cars/${race.id}`]
    const enterCar = (number: number) =>
      write(
        'POST /api/admin/cars',
        {
          path: '/api/admin/cars',
          body: { name: 'A car', number, driver: `Driver ${number}`, team: 'T', manufacturer: 'Ford', raceId: race.id },
        },
        ({ id }) => [...inCars(id, (car) => car.number, number), audit('car.entered', id)],
        carReads,
      )
    const cars = [await enterCar(1), await enterCar(2), await enterCar(3), await enterCar(4)]
    const [first, second, third, fourth] = cars.map(({ id }) => id)
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error()
    await write(
      'POST /api/admin/weekends/{weekendId}/drivers',
      {
        path: `${adminWeekendPath}/drivers`,
        body: { category, number: 5, driver: 'Driver 5', team: 'T', manufacturer: 'Ford' },
      },
      ({ id }) => [
        ...inCars(id, ({ driver }) => driver, 'Driver 5'),
        [`${adminWeekendPath}/contents`, (c: Body) => c.cars, 5],
      ],
      carReads,
    )
    await write(
      'DELETE /api/admin/weekends/{weekendId}/drivers/{driverName}',
      { path: `${adminWeekendPath}/drivers/${encodeURIComponent('Driver 5')}` },
      () => [
        [`/api/cars/${race.id}`, ids as never, [first, second, third, fourth]],
        [`${adminWeekendPath}/contents`, (contents: Body) => contents.cars, 4],
      ],
      carReads,
    )
    await write(
      'PATCH /api/admin/cars/{id}',
      { path: `/api/admin/cars/${third}`, body: { driver: 'Somebody Else' } },
      ({ id }) => [...inCars(id, ({ driver }) => driver, 'Somebody Else'), audit('car.changed', id)],
      carReads,
    )
    await write(
      'PATCH /api/admin/cars/{carId}/status',
      { path: `/api/admin/cars/${fourth}/status`, body: { status: 'dnf' } },
      ({ id }) => [...inCars(id, ({ status }) => status, 'dnf'), audit('car.status-changed', id)],
      carReads,
    )

    const sheet = new FormData()
    sheet.append('file', new Blob([`Number,Driver,Team,Category\n1,Driver 1,Of a sheet,${category}\n`]), 'cars.csv')
    await write(
      'POST /api/admin/upload-cars',
      { path: `/api/admin/upload-cars?weekendId=${weekend.id}`, body: sheet },
      () => inCars(first, ({ team }) => team, 'Of a sheet'),
      carReads,
    )
    await write(
      'POST /api/admin/generate-pdf/{weekendId}',
      { path: `/api/admin/generate-pdf/${weekend.id}` },
      ({ id }) => [[`/api/admin/reports?weekendId=${weekend.id}`, ids as never, [id]]],
    )
    const webhooks = '/api/admin/webhooks'
    const webhook = await write(
      'POST /api/admin/webhooks',
      { path: webhooks, body: { url: 'https://hooks.example.com/sector', events: ['result.published'] } },
      ({ id }) => [[webhooks, ids as never, [id]], audit('webhook.created', id)],
    )
    await write('POST /api/admin/webhooks/{id}/secret', { path: `${webhooks}/${webhook.id}/secret` }, () => [
      audit('webhook.secret-changed', webhook.id),
    ])
    await write('DELETE /api/admin/webhooks/{id}', { path: `${webhooks}/${webhook.id}` }, () => [
      [webhooks, ids as never, []],
      audit('webhook.deleted', webhook.id),
    ])

    /** A fan's tip: their tips, their own board row, their statistics, and the counts of the weekend. */
    const board = `${weekendPath}/leaderboard?limit=1`
    const ownRow = (select: (row: Record<string, unknown>) => unknown) => (rows: Record<string, unknown>[]) => {
      const row = rows.find(({ userId }) => userId === fanId)
      return row && select(row)
    }
    const tip = (carId: number) => ({ weekendId: weekend.id, category, carId, tipSource: 'sector' })
    const tipReads = [board]
    const submittedTip = await write(
      'POST /api/tips',
      { path: '/api/tips', body: tip(first), cookie: fan },
      () => [
        [`/api/tips/${weekend.id}`, ([tip]: { car: Body }[]) => tip?.car.id, first],
        [board, ownRow(({ totalPoints }) => totalPoints) as never, 0],
        [`${weekendPath}/my-stats`, ({ tipsSubmitted }: Body) => tipsSubmitted, 1],
      ],
      tipReads,
    )
    await write(
      'PATCH /api/tips/{id}',
      { path: `/api/tips/${submittedTip.id}`, body: tip(second), cookie: fan },
      () => [[`/api/tips/${weekend.id}`, ([tip]: { car: Body }[]) => tip?.car.id, second]],
      tipReads,
    )
    await write(
      'PATCH /api/profile',
      { path: '/api/profile', body: { username: 'ann.two' }, cookie: fan },
      () => [
        ['/api/auth/user', ({ username }: Body) => username, 'ann.two'],
        [board, ownRow(({ username }) => username) as never, 'ann.two'],
      ],
      tipReads,
    )
    // The preview of deleting a weekend counts the fan's tip.
    expect(
      (await call(writer, { method: 'GET', path: `${adminWeekendPath}/contents`, cookie: admin })).body,
    ).toMatchObject({
      tips: 1,
      racers: 1,
    })

    await write(
      'PATCH /api/admin/races/{id}/status',
      { path: `${racePath}/status`, body: { status: 'running' } },
      ({ id }) => [
        ...inRaces(id, ({ status, locked }) => [status, locked], ['running', true]),
        audit('race.changed', id),
      ],
      raceReads,
    )
    await write(
      'POST /api/admin/races/{id}/reopen',
      { path: `${racePath}/reopen`, body: { scheduledTime: tomorrow } },
      ({ id }) => [
        ...inRaces(id, ({ status, locked }) => [status, locked], ['upcoming', false]),
        audit('race.reopened', id),
      ],
      raceReads,
    )

    /** Categories: their list, and their name wherever it is shown. */
    const newCategory = await write(
      'POST /api/admin/categories',
      { path: '/api/admin/categories', body: { name: 'Aussie Racing Cars' } },
      ({ id }) => [
        ['/api/categories', ofId(id, ({ name }) => name) as never, 'Aussie Racing Cars'],
        audit('category.created', id),
      ],
      ['/api/categories'],
    )
    await write(
      'PATCH /api/admin/categories/{id}',
      { path: `/api/admin/categories/${race.categoryId}`, body: { name: renamed } },
      ({ id }) => [
        ['/api/categories', ofId(id, ({ name }) => name) as never, renamed],
        ...inRaces(race.id, (entity) => entity.category, renamed),
        ...inCars(first, (entity) => entity.category, renamed),
        audit('category.changed', id),
      ],
      ['/api/categories', ...raceReads, ...carReads],
    )
    await write(
      'DELETE /api/admin/categories/{id}',
      { path: `/api/admin/categories/${newCategory.id}` },
      () => [
        ['/api/categories', ofId(newCategory.id, ({ id }) => id) as never, undefined],
        audit('category.deleted', newCategory.id),
      ],
      ['/api/categories'],
    )

    /** Seasons: their list, and the round of a weekend. */
    const seasonOf = (id: number, read: (season: { name: string; weekends: unknown[] }) => unknown) =>
      ofId(id, read as never) as never
    const newSeason = await write(
      'POST /api/admin/seasons',
      { path: '/api/admin/seasons', body: { name: 'New season', year: 2030 } },
      ({ id }) => [['/api/seasons', seasonOf(id, ({ name }) => name), 'New season'], audit('season.created', id)],
      ['/api/seasons'],
    )
    await write(
      'PATCH /api/admin/seasons/{id}',
      { path: `/api/admin/seasons/${newSeason.id}`, body: { name: 'Renamed season' } },
      ({ id }) => [['/api/seasons', seasonOf(id, ({ name }) => name), 'Renamed season'], audit('season.changed', id)],
      ['/api/seasons'],
    )
    await write(
      'PUT /api/admin/seasons/{id}/weekends',
      { path: `/api/admin/seasons/${newSeason.id}/weekends`, body: [{ weekendId: race.weekendId }] },
      ({ id }) => [
        ['/api/seasons', seasonOf(id, ({ weekends }) => weekends.length), 1],
        audit('season.weekends-set', id),
      ],
      ['/api/seasons'],
    )
    const calendar = new FormData()
    calendar.append('file', new Blob(['Round,Name,Start\n2,Imported weekend,2030-05-05\n']), 'calendar.csv')
    await write(
      'POST /api/admin/seasons/{id}/import',
      { path: `/api/admin/seasons/${newSeason.id}/import`, body: calendar },
      () => [
        ['/api/seasons', seasonOf(newSeason.id, ({ weekends }) => weekends.length), 2],
        // The new weekend has an entry of its own, which may come after that of the import.
        [
          '/api/admin/audit?limit=2',
          ((page: Body) => JSON.stringify(page).includes('season.calendar-imported')) as never,
          true,
        ],
      ],
      ['/api/seasons'],
    )
    await write(
      'DELETE /api/admin/seasons/{id}',
      { path: `/api/admin/seasons/${newSeason.id}?reason=Test` },
      () => [
        ['/api/seasons', seasonOf(newSeason.id, ({ name }) => name), undefined],
        audit('season.deleted', newSeason.id),
      ],
      ['/api/seasons'],
    )

    /** A result: its race in every list of weekends, the result itself, the audit log. */
    const orders = [
      [first, second, third, fourth],
      [second, first, third, fourth],
      [third, second, first, fourth],
      [fourth, second, first, third],
      [first, third, second, fourth],
    ]
    for (const [index, order] of orders.entries()) {
      const classification = order.map((carId, place) => ({ position: place + 1, carId, status: 'classified' }))
      const revision = index + 1
      await write(
        'PUT /api/admin/races/{id}/results',
        { path: `${racePath}/results`, body: { status: 'provisional', classification } },
        () => [
          ...inRaces(race.id, (entity) => [entity.status, entity.resultRevision], ['completed', revision]),
          [`/api/races/${race.id}/results`, (result: Body) => result.revision, revision],
          audit(index === 0 ? 'result.published' : 'result.corrected', race.id),
        ],
        raceReads,
      )
    }

    const startedAt = new Date(Date.now() - 60_000).toISOString()
    await write(
      'POST /api/admin/races/{id}/lock-at',
      { path: `${racePath}/lock-at`, body: { at: startedAt } },
      () => [
        ...inRaces(race.id, (entity) => [entity.deadline, entity.resultRevision], [startedAt, orders.length + 1]),
        [`/api/races/${race.id}/results`, (result: Body) => result.revision, orders.length + 1],
        // The result is published again right after the entry of the lock.
        audit('result.corrected', race.id),
      ],
      raceReads,
    )

    const copy = await write(
      'POST /api/admin/weekends/{id}/duplicate',
      { path: `${adminWeekendPath}/duplicate`, body: { startDate: today } },
      ({ id }) => [
        ['/api/admin/weekends', ofId(id, (entity) => entity.id) as never, id],
        audit('weekend.duplicated', id),
      ],
      lists,
    )
    const [copied] = (await call(writer, { method: 'GET', path: `/api/admin/races/${copy.id}`, cookie: admin }))
      .body as Body[]
    await write(
      'DELETE /api/admin/races/{id}',
      { path: `/api/admin/races/${copied?.id}?confirm=true` },
      () => [
        [`/api/admin/races/${copy.id}`, ids as never, []],
        [`/api/weekends/${copy.id}/races`, ids as never, []],
        audit('race.deleted', copied?.id ?? 0),
      ],
      [`/api/weekends/${copy.id}/races`],
    )
    await write(
      'DELETE /api/admin/cars/{id}',
      { path: `/api/admin/cars/${fourth}` },
      () => [[`/api/cars/${race.id}`, ids as never, [first, second, third]], audit('car.withdrawn', fourth)],
      carReads,
    )
    await write(
      'DELETE /api/admin/weekends/{id}',
      { path: `/api/admin/weekends/${copy.id}?confirm=true` },
      () => [
        ['/api/admin/weekends', ofId(copy.id, (entity) => entity.id) as never, undefined],
        [`/api/weekends/${copy.id}`, () => undefined, 404],
        audit('weekend.deleted', copy.id),
      ],
      [...lists, `/api/weekends/${copy.id}`],
    )
  }, 120_000)

  test('cover every administrator write', async () => {
    const document = await call(writer, { method: 'GET', path: '/api/docs/json', cookie: admin })
    const { paths } = document.body as { paths: Record<string, Record<string, unknown>> }
    const writes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .map((method) => `${method.toUpperCase()} ${path}`)
        .filter((name) => path.startsWith('/api/admin/') && !name.startsWith('GET')),
    )
    const exempt = [
      // These change nothing.
      'POST /api/admin/races/{id}/results',
      'POST /api/admin/races/{id}/results/read',
      'POST /api/admin/upload-cars/errors',
      // Waits for a receiver and returns the outcome of the delivery.
      'POST /api/admin/webhooks/{id}/test',
      // Shown by the lists of races, like other changes of a race.
      'POST /api/admin/upload-race-image',
    ]
    expect(writes.toSorted().filter((name) => !exempt.includes(name) && !coveredWrites.includes(name))).toEqual([])
  })
})
