import type { Message } from '@purple-sector/contracts/chat/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { createHttpClient, type FanSocket, openFanSocket, productApi } from '@purple-sector/race-day'
import { temporaryFolder } from '@purple-sector/testing'
import { playAccountLife } from '@purple-sector/testing/account-life/account-life'
import { playGroupWeekend } from '@purple-sector/testing/group-weekend/group-weekend'
import { enter, type Person } from '@purple-sector/testing/group-weekend/person'
import type { TestSocket } from '@purple-sector/testing/test-socket'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'
import { category, createWeekendWithRace } from '../../test/create-weekend.ts'

const WRITERS = 4
const MESSAGES_PER_WRITER = 30
/** Timeout for effects of events, on a busy machine. */
const LONG_TIMEOUT = { timeout: 90_000, interval: 100 }

/** Ids of the frames that a screen received, in order of arrival. */
const messageIds = ({ frames }: TestSocket): number[] =>
  frames.flatMap((frame) => {
    if (frame.type === 'chat_message') return [frame.data.id]
    return frame.type === 'chat_messages' ? frame.data.messages.map(({ id }) => id) : []
  })

const stops: (() => Promise<unknown>)[] = []
let testProduct: TestProduct
let dataDir = ''

beforeAll(async () => {
  const folder = await temporaryFolder('two-gateways')
  stops.unshift(() => folder.remove())
  dataDir = folder.path
  testProduct = await createTestProduct('two-gateways', {
    replicas: { gateway: 2, chat: 2, 'scoring-worker': 2 },
    settings: { DATA_DIR: dataDir, LIMIT_MESSAGES: '100000', LIMIT_WRITES: '100000' },
  })
  stops.unshift(() => testProduct.stop())
}, 240_000)
afterAll(async () => {
  for (const stop of stops) await stop()
}, 60_000)

const scenarioProduct = () => ({
  gateways: testProduct.product.gateways,
  admin: testProduct.product.admin,
  dataDir,
  databaseUrl: testProduct.databaseUrl,
})

test('an account is exported and deleted over two gateways, and no table of any service identifies its owner', async () => {
  await playAccountLife(scenarioProduct())
}, 240_000)

describe('a chat room with two chat processes behind two gateways', () => {
  let weekend: Weekend
  let path: string
  let writers: Person[]
  let watchers: Person[]

  const openScreen = async (person: Person): Promise<TestSocket> => {
    const screen = await person.open()
    screen.subscribe(weekend.id, [])
    await screen.next('subscribed')
    return screen
  }
  /**
   * Lets all authors write concurrently, each one message after the other.
   * Returns the acknowledged messages.
   */
  const writeConcurrently = async (name: string): Promise<number[]> => {
    const stored = await Promise.all(
      writers.map(async (person) => {
        const ids: number[] = []
        for (let index = 0; index < MESSAGES_PER_WRITER; index++)
          ids.push((await person.post<Message>(path, { message: `${name} ${index}` })).id)
        // Messages of one author are in the order in which they were written.
        expect(ids).toEqual(ids.toSorted((one, other) => one - other))
        return ids
      }),
    )
    return stored.flat().toSorted((one, other) => one - other)
  }
  const pageAfter = (person: Person, id: number) => person.get<Message[]>(`${path}?after=${id}&limit=200`)

  beforeAll(async () => {
    const { gateways, admin } = testProduct.product
    const [one = '', other = ''] = gateways
    const raceControl = await enter({ calls: one, sockets: one }, '/api/auth/login', admin)
    const day = new Date().toISOString().slice(0, 10)
    weekend = await raceControl.post<Weekend>('/api/admin/weekends', {
      name: 'Round 1',
      startDate: day,
      endDate: day,
      isActive: true,
    })
    path = `/api/weekends/${weekend.id}/chat`
    const register = (gateway: string, username: string) =>
      enter({ calls: gateway, sockets: gateway }, '/api/auth/register', {
        ...{ email: `${username}@example.org`, password: 'the flag is green', username },
      })
    const gatewayUrls = Array.from({ length: WRITERS }, (_, index) => gateways[index % gateways.length] ?? one)
    writers = await Promise.all(gatewayUrls.map((gateway, index) => register(gateway, `writer${index}`)))
    watchers = [await register(one, 'watcher1'), await register(other, 'watcher2')]
  }, 240_000)

  test('shows all messages in one order on every screen', async () => {
    const screens = await Promise.all(watchers.map(openScreen))
    const stored = await writeConcurrently('Storm')
    for (const screen of screens) {
      await expect.poll(() => messageIds(screen).length, LONG_TIMEOUT).toBeGreaterThanOrEqual(stored.length)
      await screen.settled()
      expect(messageIds(screen)).toEqual(stored)
      screen.close()
    }
    for (const person of watchers)
      expect((await person.get<Message[]>(`${path}?limit=200`)).map(({ id }) => id)).toEqual(stored)
    // Both processes have written messages.
    for (const process of ['chat-1', 'chat-2']) {
      const metrics = await (await fetch(`${testProduct.product.urlOf(process)}/metrics`)).text()
      expect(metrics, process).toMatch(
        /^http_request_duration_seconds_count\{(?=[^}]*method="POST")[^}]*route="[^"]*\/chat"[^}]*\} [1-9]/m,
      )
    }
  })

  test('loses and duplicates no message over a reconnect', async () => {
    const [watcher] = watchers
    if (!watcher) throw new Error('there is no watcher')
    const before = await openScreen(watcher)
    const storming = writeConcurrently('Tunnel')
    await expect.poll(() => messageIds(before).length, LONG_TIMEOUT).toBeGreaterThan(5)
    before.close()
    const seen = new Set(messageIds(before))
    const last = Math.max(...seen)
    const after = await openScreen(watcher)
    const missed = (await pageAfter(watcher, last)).map(({ id }) => id)
    const stored = await storming
    await expect.poll(() => messageIds(after).at(-1), LONG_TIMEOUT).toBe(stored.at(-1))
    expect(missed.filter((id) => seen.has(id))).toEqual([])
    expect(messageIds(after)).toEqual(messageIds(after).toSorted((one, other) => one - other))
    const allIds = new Set([...seen, ...missed, ...messageIds(after)])
    expect([...allIds].toSorted((one, other) => one - other)).toEqual(stored)
    after.close()
  })

  test('stores a message once that was sent twice with its key, whichever process handles it', async () => {
    const [person] = writers
    if (!person) throw new Error('there is no writer')
    for (let index = 0; index < 10; index++) {
      const send = () => person.call('POST', path, { message: 'Once' }, { 'idempotency-key': `tunnel-${index}` })
      const [first, second] = await Promise.all([send(), send()])
      expect([first?.status, second?.status]).toEqual([201, 201])
      expect(first?.body).toEqual(second?.body)
    }
  })
})

describe('gateways that are restarted one after the other', () => {
  const SOCKETS_OF_EACH = 5
  let weekend: Awaited<ReturnType<typeof createWeekendWithRace>>
  let publish: (winner: number, reason?: string) => Promise<number>
  const screens: FanSocket[] = []
  /** Revisions that were published after the first. */
  const corrections: number[] = []

  beforeAll(async () => {
    const { gateways, admin } = testProduct.product
    // The publisher uses the other gateway when one is down.
    const http = createHttpClient({ urls: [...gateways] })
    stops.unshift(() => http.close())
    const api = productApi(http)
    const raceControl = await api.signIn(admin.email, admin.password)
    weekend = await createWeekendWithRace(api, raceControl, 'Rolling', ['ros', 'sam', 'tom', 'una'])
    for (const [index, { cookie }] of weekend.fans.entries())
      await api.submitTip(cookie, { weekendId: weekend.weekendId, category, carId: weekend.cars[index] ?? 0 })
    publish = async (winner, reason) => {
      const order = [...weekend.cars.slice(winner), ...weekend.cars.slice(0, winner)]
      const classification = order.map((carId, index) => ({
        position: index + 1,
        carId,
        status: 'classified' as const,
      }))
      const body = { status: 'official' as const, classification, ...(reason === undefined ? {} : { reason }) }
      const { value } = await api.publishResult(raceControl.cookie, weekend.raceId, body)
      return value.revision
    }
    for (const { cookie } of weekend.fans)
      for (let index = 0; index < SOCKETS_OF_EACH; index++)
        screens.push(openFanSocket({ urls: [...gateways], cookie, weekendId: weekend.weekendId }))
    stops.unshift(async () => {
      for (const screen of screens) screen.close()
    })
    await Promise.all(screens.map(({ ready }) => ready))
    await publish(0)
    await vi.waitFor(
      () => expect(screens.every(({ receivedRevisions }) => receivedRevisions.completed.size === 1)).toBe(true),
      LONG_TIMEOUT,
    )
  }, 240_000)

  test.each(['gateway-1', 'gateway-2'])(
    '%s moves its sockets while boards change: no connection is interrupted, no board version falls, no correction repeats',
    async (name) => {
      const { product } = testProduct
      let isDrained = false
      const pendingCorrections = (async () => {
        while (!isDrained) {
          const turn = corrections.length + 1
          corrections.push(await publish(turn % weekend.cars.length, `Correction ${turn}`))
        }
      })()
      await product.kill(name, 'SIGTERM')
      await expect.poll(() => product.logs(name), LONG_TIMEOUT).toContain('"event":"sockets.drained"')
      const line =
        product
          .logs(name)
          .split('\n')
          .find((text) => text.includes('"event":"sockets.drained"')) ?? '{}'
      expect(JSON.parse(line)).toMatchObject({ sockets: screens.length, left: 0 })
      isDrained = true
      await pendingCorrections

      const newest = corrections.at(-1)
      const receivedBy = ({ receivedRevisions }: FanSocket) =>
        receivedRevisions.corrected.get(weekend.raceId)?.map(({ revision }) => revision) ?? []
      for (const screen of screens) {
        await expect.poll(() => receivedBy(screen).at(-1), LONG_TIMEOUT).toBe(newest)
        // One gateway may lag so far behind the other that neither shows an event of that moment; none is shown twice.
        expect(corrections.filter((revision) => receivedBy(screen).includes(revision))).toEqual(receivedBy(screen))
        expect([screen.interruptions, screen.violations]).toEqual([0, []])
      }
      const boards = () => screens.map(({ board, standing }) => [board?.version, standing?.version])
      await expect.poll(() => new Set(boards().flat()).size, LONG_TIMEOUT).toBe(1)
      await expect
        .poll(
          () =>
            fetch(`${product.urlOf(name)}/healthz`).then(
              () => true,
              () => false,
            ),
          LONG_TIMEOUT,
        )
        .toBe(false)
      await product.restart(name)
    },
    240_000,
  )
})

/** Kills one process for good and another one that is restarted. */
const incident = async (): Promise<void> => {
  const { product } = testProduct
  await product.kill('scoring-worker-1')
  await product.kill('gateway-1')
  await product.restart('gateway-1')
  const [gateway = ''] = product.gateways
  const isReady = () =>
    fetch(`${gateway}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 90_000 }).toBe(true)
}

// The last test, because not every process is running afterwards.
test("plays a group's weekend across two gateways while a gateway and a worker are killed", async () => {
  await playGroupWeekend({ ...scenarioProduct(), incident })
}, 240_000)
