import {
  AnotherWeekendLive,
  createHttpClient,
  type Difference,
  differencesInWords,
  playRaceDay,
  productApi,
  type RaceDayOptions,
  type RaceDayReport,
  type Recording,
} from '@purple-sector/race-day'
import { groupRecording, smallRecording } from '@purple-sector/race-day/test/small-recording'
import { startTamperingProxy, type TamperingProxy } from '@purple-sector/race-day/test/tampering-proxy'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allOf, type Lie, liesOfGroups, liesOfRaceControl } from '../test/lies.ts'
import { startProductProcess } from '../test/prepared-product.ts'
import { ADMINISTRATOR, type ProductProcess } from '../test/product-process.ts'

/** Client of the product as an administrator, without the proxy. */
const asAdministrator = async (url: string) => {
  const http = createHttpClient({ urls: [url] })
  const api = productApi(http)
  const { cookie } = await api.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)
  return {
    weekends: () => api.weekends(cookie),
    categories: () => api.categories(cookie),
    register: (email: string, password: string) => api.register({ email, password }),
    async goLive(name: string): Promise<number> {
      const dates = { startDate: '2026-03-14', endDate: '2026-03-15', timeZone: 'UTC' }
      const { id } = await api.createWeekend(cookie, name, { name, ...dates, isActive: false })
      await api.changeWeekend(cookie, id, { isActive: true, status: 'live' })
      return id
    },
    end: (id: number) => api.changeWeekend(cookie, id, { isActive: false, status: 'completed' }),
    close: () => http.close(),
  }
}

let product: ProductProcess
let administrator: Awaited<ReturnType<typeof asAdministrator>>
let proxy: TamperingProxy
beforeAll(async () => {
  product = await startProductProcess()
  administrator = await asAdministrator(product.url)
  proxy = await startTamperingProxy(product.url)
})
afterEach(() => proxy.tamper({}))
afterAll(async () => {
  await proxy.stop()
  await administrator.close()
  await product.dispose()
})

const play = (over: Partial<RaceDayOptions> = {}): Promise<RaceDayReport> =>
  playRaceDay({
    ...{ url: proxy.url, recording: smallRecording(), admin: ADMINISTRATOR, fans: 6, speed: 3_000 },
    // A single check may take seconds on a busy machine.
    waitForMs: 60_000,
    ...over,
  })

/** Gives every session a start to lock by, so that late tips are refused despite a slow race control. */
const withStarts = ({ sessions, ...weekend }: Recording): Recording => ({
  ...weekend,
  sessions: sessions.map((race) => ({ ...race, plannedStart: race.plannedStart ?? '2026-03-14T09:42:00Z' })),
})

/** The small weekend with laps: car 2 leads, drops back and stops; car 1 is overtaken. */
const withLaps = (): Recording => {
  const recording = smallRecording()
  const [qualifying, race] = recording.sessions
  const laps = ['123', '213', '231', '31'].map((order) => [...order])
  const red = { at: '2026-03-14T09:46:00Z', until: '2026-03-14T09:47:00Z', reason: 'Oil' }
  return { ...recording, sessions: [qualifying!, { ...race!, laps, redFlags: [red] }] }
}

/** The weekend of groups, with time to check the picks between the first result and the last lock. */
const withTimeToLook = (): Recording => ({ ...groupRecording(), pauses: [{ at: '2026-03-14T09:12:00Z', seconds: 8 }] })

test('play rejects a wrong password and an account that is no administrator', async () => {
  const wrong = { email: ADMINISTRATOR.email, password: 'guess of the day' }
  await expect(play({ admin: wrong })).rejects.toThrow(`does not accept this password for ${wrong.email}`)
  const fan = { email: 'fan@example.test', password: 'no race control' }
  await administrator.register(fan.email, fan.password)
  await expect(play({ admin: fan })).rejects.toThrow('fan@example.test is no administrator')
  expect(await administrator.weekends()).toEqual([])
})

describe('playing a weekend on a correct product', () => {
  test('reports no difference in spite of outages and cut sockets, and restores the name of a renamed founding category', async () => {
    const { categories, ...weekend } = withStarts(smallRecording())
    const [main] = categories
    const renamed = { ...main!, renames: [{ at: '2026-03-14T09:30:00Z', name: 'The Renamed Game' }] }
    const before = await administrator.categories()
    const steps: string[] = []
    const report = await play({
      recording: { ...weekend, categories: [renamed] },
      fans: 14,
      onStep: (name) => {
        steps.push(name)
        if (name === 'publish qualifying 1') proxy.failNext(3)
        if (name === 'publish race 1') proxy.cutSockets()
      },
    })
    expect(differencesInWords(report.differences)).toBe('')
    expect(report.tips.accepted).toBeGreaterThan(10)
    expect(report.tips.tipsClosed).toBeGreaterThan(0)
    const counts = { published: 2, corrections: 1, withdrawals: 0, repeated: 1, previews: 1, renames: 1 }
    expect(report.results).toMatchObject(counts)
    expect(report.sockets).toEqual({ opened: 14, interruptions: 14 })
    expect(report.retries).toBeGreaterThanOrEqual(3)
    expect(steps).toContain('published qualifying 2')
    expect(await administrator.categories()).toEqual(before)
    expect((await administrator.weekends()).at(-1)).toMatchObject({ status: 'completed', isActive: false })
  })

  test.each([14, 1])('reports no difference with all sessions cancelled, for %i fans', async (fans) => {
    const { sessions, ...weekend } = withStarts(smallRecording())
    const cancelled = sessions.map((race) => ({
      ...race,
      ran: null,
      results: race.results.slice(0, 1).map(({ at }) => ({
        ...{ at, status: 'cancelled' as const, reason: 'Storm', classification: [] },
        ...{ previewFirst: false, sentTwice: false },
      })),
    }))
    const report = await play({ recording: { ...weekend, sessions: cancelled }, fans })
    expect(differencesInWords(report.differences)).toBe('')
    expect(report.results).toMatchObject({ published: 2, corrections: 0 })
  })
})

/** Plays a weekend on a product that tells these lies; waits until all other differences are gone. */
const playAgainst = async (lies: readonly Lie[], recording: Recording, over: Partial<RaceDayOptions>) => {
  const inWords = (difference: Difference) => differencesInWords([difference])
  const isKnown = (difference: Difference) => lies.some(({ shows }) => shows.test(inWords(difference)))
  proxy.tamper(allOf(lies))
  const report = await play({ recording, isKnown, ...over })
  return { report, found: report.differences.map(inWords), others: report.differences.filter((one) => !isKnown(one)) }
}

describe.each([
  {
    weekend: 'laps',
    lies: liesOfRaceControl,
    recording: withLaps(),
    over: { fans: 4 },
    played: { timing: { races: 1, laps: 5 }, results: { published: 2, corrections: 1, repeated: 1, previews: 1 } },
  },
  {
    weekend: 'groups',
    lies: liesOfGroups,
    recording: withTimeToLook(),
    over: { fans: 14, speed: 600 },
    played: { groups: { founded: 3, memberships: 14 } },
  },
])('playing on a product that lies in a weekend with $weekend', ({ lies, recording, over, played }) => {
  let end: Awaited<ReturnType<typeof playAgainst>>
  beforeAll(async () => {
    end = await playAgainst(lies, recording, over)
  })

  test.each(lies)('finds the lie: $lie', ({ shows }) => {
    expect(end.found).toContainEqual(expect.stringMatching(shows))
  })

  test('reports no other difference', () => {
    expect(differencesInWords(end.others)).toBe('')
    expect(end.report).toMatchObject(played)
    expect(end.report.tips.accepted).toBeGreaterThan(3)
    expect(end.report.groups.tipsLocked > 0).toBe(end.report.groups.founded > 0)
  })
})

describe('playing while another weekend is live', () => {
  let other: number
  beforeAll(async () => {
    other = await administrator.goLive('Bathurst')
  })
  afterAll(() => administrator.end(other))
  const otherNow = async () => (await administrator.weekends()).find(({ id }) => id === other)

  test('stops and names the live weekend', async () => {
    const before = await administrator.weekends()
    await expect(play()).rejects.toThrow(AnotherWeekendLive)
    await expect(play()).rejects.toThrow(/"Bathurst" is live.* --take-over \(make race-day TAKE_OVER=1\)/)
    expect(await administrator.weekends()).toEqual(before)
  })

  test('restores the live weekend after taking over, even when stopped midway', async () => {
    const known = new Set((await administrator.weekends()).map(({ id }) => id))
    const stop = new AbortController()
    const stopped = play({
      ...{ takeOver: true, ending: 'keep', signal: stop.signal },
      onStep: (name) => {
        if (name === 'started') stop.abort(new Error('enough'))
      },
    })
    await expect(stopped).rejects.toThrow('enough')
    expect(await otherNow()).toMatchObject({ name: 'Bathurst', status: 'live', isActive: true })
    const played = (await administrator.weekends()).filter(({ id }) => !known.has(id))
    expect(played).toMatchObject([{ status: 'completed', isActive: false }])
  })
})
