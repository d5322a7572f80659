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
import { startProductProcess } from '../test/prepared-product.ts'
import { ADMINISTRATOR, type ProductProcess } from '../test/product-process.ts'
import { combineCases, groupCases, raceControlCases, type TamperingCase } from '../test/tampering-cases.ts'

/** Client of the product as an administrator, without the proxy. */
const createAdministratorClient = async (url: string) => {
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
let administrator: Awaited<ReturnType<typeof createAdministratorClient>>
let proxy: TamperingProxy
beforeAll(async () => {
  product = await startProductProcess()
  administrator = await createAdministratorClient(product.url)
  proxy = await startTamperingProxy(product.url)
})
afterEach(() => proxy.tamper({}))
afterAll(async () => {
  await proxy.stop()
  await administrator.close()
  await product.dispose()
})

const playWeekend = (options: Partial<RaceDayOptions> = {}): Promise<RaceDayReport> =>
  playRaceDay({
    ...{ url: proxy.url, recording: smallRecording(), admin: ADMINISTRATOR, fans: 6, speed: 3_000 },
    // A single check may take seconds on a busy machine.
    waitForMs: 60_000,
    ...options,
  })

/** Gives every session a start to lock by, so that late tips are rejected despite a slow race control. */
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
const withPause = (): Recording => ({ ...groupRecording(), pauses: [{ at: '2026-03-14T09:12:00Z', seconds: 8 }] })

test('play rejects a wrong password and an account that is no administrator', async () => {
  const wrong = { email: ADMINISTRATOR.email, password: 'guess of the day' }
  await expect(playWeekend({ admin: wrong })).rejects.toThrow(`does not accept this password for ${wrong.email}`)
  const fan = { email: 'fan@example.test', password: 'no race control' }
  await administrator.register(fan.email, fan.password)
  await expect(playWeekend({ admin: fan })).rejects.toThrow('fan@example.test is no administrator')
  expect(await administrator.weekends()).toEqual([])
})

describe('playing a weekend on a correct product', () => {
  test('reports no difference in spite of outages and cut sockets, and restores the name of a renamed founding category', async () => {
    const { categories, ...weekend } = withStarts(smallRecording())
    const [main] = categories
    const renamed = { ...main!, renames: [{ at: '2026-03-14T09:30:00Z', name: 'The Renamed Game' }] }
    const before = await administrator.categories()
    const steps: string[] = []
    const report = await playWeekend({
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
    expect(report.sockets).toMatchObject({ opened: 14, interruptions: 14 })
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
    const report = await playWeekend({ recording: { ...weekend, sessions: cancelled }, fans })
    expect(differencesInWords(report.differences)).toBe('')
    expect(report.results).toMatchObject({ published: 2, corrections: 0 })
  })
})

/** Plays a weekend on a product with these changes; waits until all other differences are gone. */
const playTampered = async (
  cases: readonly TamperingCase[],
  recording: Recording,
  options: Partial<RaceDayOptions>,
) => {
  const describeDifference = (difference: Difference) => differencesInWords([difference])
  const isKnown = (difference: Difference) =>
    cases.some(({ expectedDifference }) => expectedDifference.test(describeDifference(difference)))
  proxy.tamper(combineCases(cases))
  const report = await playWeekend({ recording, isKnown, ...options })
  return {
    report,
    differences: report.differences.map(describeDifference),
    otherDifferences: report.differences.filter((difference) => !isKnown(difference)),
  }
}

describe.each([
  {
    weekend: 'laps',
    cases: raceControlCases,
    recording: withLaps(),
    options: { fans: 4 },
    played: { timing: { races: 1, laps: 5 }, results: { published: 2, corrections: 1, repeated: 1, previews: 1 } },
  },
  {
    weekend: 'groups',
    cases: groupCases,
    recording: withPause(),
    options: { fans: 14, speed: 600 },
    played: { groups: { founded: 3, memberships: 14 } },
  },
])('playing on a tampered product in a weekend with $weekend', ({ cases, recording, options, played }) => {
  let outcome: Awaited<ReturnType<typeof playTampered>>
  beforeAll(async () => {
    outcome = await playTampered(cases, recording, options)
  })

  test.each(cases)('reports the difference for $name', ({ expectedDifference }) => {
    expect(outcome.differences).toContainEqual(expect.stringMatching(expectedDifference))
  })

  test('reports no other difference', () => {
    expect(differencesInWords(outcome.otherDifferences)).toBe('')
    expect(outcome.report).toMatchObject(played)
    expect(outcome.report.tips.accepted).toBeGreaterThan(3)
    expect(outcome.report.groups.tipsLocked > 0).toBe(outcome.report.groups.founded > 0)
  })
})

describe('playing while another weekend is live', () => {
  let otherId: number
  beforeAll(async () => {
    otherId = await administrator.goLive('Bathurst')
  })
  afterAll(() => administrator.end(otherId))
  const findOtherWeekend = async () => (await administrator.weekends()).find(({ id }) => id === otherId)

  test('stops and names the live weekend', async () => {
    const before = await administrator.weekends()
    await expect(playWeekend()).rejects.toThrow(AnotherWeekendLive)
    await expect(playWeekend()).rejects.toThrow(/"Bathurst" is live.* --take-over \(make race-day TAKE_OVER=1\)/)
    expect(await administrator.weekends()).toEqual(before)
  })

  test('restores the live weekend after taking over, even when stopped midway', async () => {
    const earlierIds = new Set((await administrator.weekends()).map(({ id }) => id))
    const stop = new AbortController()
    const stopped = playWeekend({
      ...{ takeOver: true, ending: 'keep', signal: stop.signal },
      onStep: (name) => {
        if (name === 'started') stop.abort(new Error('enough'))
      },
    })
    await expect(stopped).rejects.toThrow('enough')
    expect(await findOtherWeekend()).toMatchObject({ name: 'Bathurst', status: 'live', isActive: true })
    const played = (await administrator.weekends()).filter(({ id }) => !earlierIds.has(id))
    expect(played).toMatchObject([{ status: 'completed', isActive: false }])
  })
})
