import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { Snapshot, Timing, TimingFeed, TimingSource } from '@purple-sector/contracts/admin/live-timing'
import type { ErrorBody } from '@purple-sector/contracts/common'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { type AnnouncedSession, startNatsoftServer } from '@purple-sector/testing/servers/natsoft-server'
import { startNdjsonServer } from '@purple-sector/testing/servers/ndjson-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finished, startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'

let control: TestRaceControl
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  control = await startRaceControl()
})
afterAll(async () => {
  await control.close()
  for (const close of cleanups) await close()
})

const closeAfterTests = <Server extends { close(): Promise<unknown> }>(server: Server): Server => {
  cleanups.push(() => server.close())
  return server
}
const startNatsoft = async () => closeAfterTests(await startNatsoftServer({ partBytes: 150 }))
const startNdjson = async () => closeAfterTests(await startNdjsonServer())

const timingPath = (raceId: number, rest = '') => `/api/live-timing/races/${raceId}${rest}`
const setSource = (raceId: number, body: object) =>
  control.admin<TimingSource & ErrorBody>('PUT', timingPath(raceId, '/source'), body)
const sourceOf = async (raceId: number) =>
  (await control.admin<TimingSource>('GET', timingPath(raceId, '/source'))).body
const feedOf = async (raceId: number) => (await control.admin<TimingFeed>('GET', timingPath(raceId, '/feed'))).body
const timingOf = async (raceId: number) => (await control.fan<Timing>('GET', timingPath(raceId))).body
/** Creates a race that starts now, so that a source's current messages can be of it. */
const createRaceNow = (overrides: Parameters<TestRaceControl['race']>[0] = {}) =>
  control.race({ name: 'Race 1', startTime: new Date().toISOString(), ...overrides })
/** Within a second on a quiet machine; an unnoticed change would take the five of a lease. */
const withinLease = { timeout: 4_500 }
const pollUntil = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000, interval: 100 })

type TestRace = Awaited<ReturnType<TestRaceControl['race']>>

/** A snapshot in this order, with the leader on that lap. */
const snapshot = (plates: readonly string[], lap: number, overrides: Partial<Snapshot> = {}): Snapshot => ({
  sequence: lap,
  capturedAt: new Date().toISOString(),
  flag: 'green',
  lap,
  entries: plates.map((carNumber, index) => ({
    carNumber,
    position: index + 1,
    laps: lap,
    lastLapMs: 101_023.4,
    gapMs: index * 1_500.5,
    status: 'running',
  })),
  ...overrides,
})

const session = ({ cars }: TestRace, overrides: Partial<AnnouncedSession> = {}): AnnouncedSession => ({
  code: 'R3',
  description: 'Supercars Championship - Race 1',
  kind: 'Race',
  laps: 20,
  category: 'SC',
  cars: cars.map(({ plate, driver }) => ({ number: plate, driver })),
  ...overrides,
})
const platesOf = ({ cars }: TestRace): string[] => cars.map(({ plate }) => plate)
const orderOf = (timing: Timing): string[] => timing.entries.map(({ plate }) => plate)

describe('source of newline-delimited JSON', () => {
  test('polls a JSON source and shows its last line', async () => {
    const [race, server] = [await createRaceNow(), await startNdjson()]
    const plates = platesOf(race)
    server.append(snapshot(plates, 1))
    const { status, body } = await setSource(race.id, { kind: 'ndjson', url: server.url })
    expect([status, body.generation > 1, body.state]).toEqual([200, true, 'idle'])
    await pollUntil(async () => orderOf(await timingOf(race.id))).toEqual(plates)
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', received: 1, skipped: 0, error: null })
    await pollUntil(async () => server.unchanged()).toBeGreaterThan(0)

    server.append(snapshot(plates.toReversed(), 2))
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(2)
    await pollUntil(async () => (await sourceOf(race.id)).received).toBe(2)
    expect((await control.fan<LiveTimingStatus>('GET', '/api/live-timing/status')).body).toMatchObject({
      isRunning: true,
      raceId: race.id,
      source: { kind: 'ndjson', url: server.url, state: 'receiving', error: null },
    })
  })

  test('reports a JSON source that goes back in time, and counts and skips its invalid lines', async () => {
    const [race, server] = [await createRaceNow(), await startNdjson()]
    const plates = platesOf(race)
    server.append(snapshot(plates, 5))
    await setSource(race.id, { kind: 'ndjson', url: server.url })
    await pollUntil(async () => (await timingOf(race.id)).sequence).toBe(5)
    server.append(snapshot(plates.toReversed(), 3))
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ error: 'It sends snapshot 3, which is older than 5.' })
    server.becomes('<html>not found</html>\n')
    await pollUntil(async () => (await sourceOf(race.id)).skipped).toBeGreaterThan(0)
    expect(await sourceOf(race.id)).toMatchObject({ state: 'receiving', error: 'Its last line isn’t JSON.' })
    expect(orderOf(await timingOf(race.id))).toEqual(plates)
    server.append(snapshot(plates, 6))
    await pollUntil(async () => (await timingOf(race.id)).sequence).toBe(6)
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null })
  })

  test('reports a failure while a JSON source is down, and continues when it is back', async () => {
    const [race, server] = [await createRaceNow(), await startNdjson()]
    server.append(snapshot(platesOf(race), 1))
    await setSource(race.id, { kind: 'ndjson', url: server.url })
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(1)
    await server.die()
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'failing', error: 'The connection was refused.' })
    server.append(snapshot(platesOf(race), 2))
    await server.comeBack()
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(2)
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null })
    server.answers((response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end())
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ error: 'It answered a redirect, which is not followed.' })
  })

  test.each([
    ['is no JSON', '<html>Please sign in</html>', 'It isn’t JSON.'],
    ['never ends a line', '{"sequence": 1, "entries": [', 'No line of it has ended, and what it holds isn’t JSON.'],
  ])('reports a failure while a JSON source %s', async (_words, text, error) => {
    const [race, server] = [await createRaceNow(), await startNdjson()]
    server.becomes(text)
    await setSource(race.id, { kind: 'ndjson', url: server.url })
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'failing', error })
    server.becomes('')
    server.append(snapshot(platesOf(race), 1))
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null, received: 1 })
  })

  test('reports a last line of another day without closing the race', async () => {
    const [race, server] = [await createRaceNow(), await startNdjson()]
    server.append(snapshot(platesOf(race), 9, { capturedAt: new Date(Date.now() - 7 * 86_400_000).toISOString() }))
    await setSource(race.id, { kind: 'ndjson', url: server.url })
    await pollUntil(() => sourceOf(race.id)).toMatchObject({
      error: expect.stringContaining('another day'),
      received: 0,
    })
    expect(control.closeRequestsOf(race.id)).toEqual([])
    server.append(snapshot(platesOf(race), 10))
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(10)
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ error: null })
  })

  test('reports a last line of an earlier session of the day without closing the race', async () => {
    const startTime = new Date(Date.now() + 900_000).toISOString()
    const [race, server] = [await control.race({ name: 'Race 1', startTime }), await startNdjson()]
    const capturedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
    server.append(snapshot(platesOf(race), 20, { capturedAt, flag: 'chequered' }))
    await setSource(race.id, { kind: 'ndjson', url: server.url })
    await pollUntil(() => sourceOf(race.id)).toMatchObject({
      error: expect.stringContaining('was over at'),
      received: 0,
    })
    expect(control.closeRequestsOf(race.id)).toEqual([])
    server.append(snapshot(platesOf(race), 1))
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(1)
    server.append(snapshot(platesOf(race), 2, { flag: 'chequered' }))
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(2)
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ error: null })
  })

  test('reads a line of a growing file once it is complete', async () => {
    const race = await createRaceNow()
    const folder = await mkdtemp(join(tmpdir(), 'purple-sector-timing-'))
    cleanups.push(() => rm(folder, { recursive: true }))
    const file = join(folder, 'timing.ndjson')
    const [firstLine, secondLine] = [1, 2].map((lap) => JSON.stringify(snapshot(platesOf(race), lap)))
    await writeFile(file, `${firstLine}\n${secondLine?.slice(0, 40)}`)
    await setSource(race.id, { kind: 'ndjson', url: pathToFileURL(file).href })
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(1)
    await writeFile(file, `${firstLine}\n${secondLine}\n`)
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(2)
    await rm(file)
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'failing', error: 'There is no such file.' })
  })
})

describe.each(['tcpUrl', 'wsUrl'] as const)('Natsoft feed by its %s', (which) => {
  test('reads a feed from the start of its session to the end, through a crash of the server', async () => {
    const [race, server] = [await createRaceNow(), await startNatsoft()]
    const [first = '', second = '', ...otherPlates] = platesOf(race)
    server.announce(session(race))
    await setSource(race.id, { kind: 'natsoft', url: server[which] })
    await pollUntil(() => sourceOf(race.id)).toMatchObject({
      state: 'receiving',
      error: null,
      sessions: [{ code: 'R3', description: 'Supercars Championship - Race 1', isPicked: true }],
    })
    // Nothing before the start: it would close the session.
    expect((await control.fan('GET', timingPath(race.id))).status).toBe(404)
    expect(control.closeRequestsOf(race.id)).toEqual([])

    server.sendMessage(snapshot([first, second, ...otherPlates], 1))
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(1)
    expect(await timingOf(race.id)).toMatchObject({ totalLaps: 20, entries: [{ lastLapMs: 101_023.4 }, {}, {}, {}] })
    server.sendMessage(snapshot([second, first, ...otherPlates], 2, { flag: 'red', message: 'Car in the wall' }))
    await pollUntil(() => timingOf(race.id)).toMatchObject({ lap: 2, flag: 'red', message: 'Car in the wall' })
    const before = await timingOf(race.id)
    expect(before.entries.map(({ plate, change }) => [plate, change]).slice(0, 2)).toEqual([
      [second, 1],
      [first, -1],
    ])

    await server.die()
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'failing' })
    await server.comeBack()
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null })
    server.sendMessage(snapshot([first, second, ...otherPlates], 3))
    await pollUntil(() => timingOf(race.id)).toMatchObject({ lap: 3, flag: 'green' })
    expect((await timingOf(race.id)).sequence).toBeGreaterThan(before.sequence)
    server.end()
    await pollUntil(() => timingOf(race.id)).toMatchObject({ flag: 'chequered', hasEnded: true })
    // The next session of the meeting is not ours, and changes nothing.
    server.announce(session(race, { code: 'R4', description: 'Supercars Championship - Race 2' }))
    server.sendMessage(snapshot([second], 1))
    await pollUntil(async () => (await sourceOf(race.id)).sessions).toMatchObject([
      { isPicked: true },
      { isPicked: false },
    ])
    expect(await sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null })
    expect(await timingOf(race.id)).toMatchObject({ flag: 'chequered', lap: 3 })
  })
})

describe('Natsoft feed', () => {
  test('offers sessions that are not certainly ours, until race control picks one', async () => {
    const [race, server] = [await createRaceNow(), await startNatsoft()]
    server.announce(session(race, { code: 'X1', description: 'Invitational - Feature', category: 'INV' }))
    server.sendMessage(snapshot(platesOf(race), 1))
    await setSource(race.id, { kind: 'natsoft', url: server.tcpUrl })
    const offeredSessions = [{ code: 'X1', description: 'Invitational - Feature', isPicked: false }]
    await pollUntil(() => sourceOf(race.id)).toMatchObject({
      sessions: offeredSessions,
      error: expect.stringContaining('Pick'),
    })
    expect((await control.fan('GET', timingPath(race.id))).status).toBe(404)
    const pick = (code: string) => control.admin<TimingSource>('PUT', timingPath(race.id, '/source/session'), { code })
    expect((await pick('R9')).status).toBe(400)
    expect((await pick('X1')).body.sessions).toEqual([{ ...offeredSessions[0], isPicked: true }])
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(1)
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ error: null, state: 'receiving' })
    expect(await control.auditOf(race.id)).toMatchObject([
      { action: 'timing-source.set' },
      { action: 'timing-source.session-picked', before: { code: null }, after: { code: 'X1' } },
    ])
  })

  test('reports a feed that repeats another day without closing the race, and reads it once it is of this day', async () => {
    const [race, server] = [await createRaceNow(), await startNatsoft()]
    const lastRound = new Date(Date.now() - 28 * 86_400_000).toISOString()
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 20, { capturedAt: lastRound }))
    server.end()
    const body = { kind: 'natsoft', startAutomatically: true, publishAutomatically: true }
    await setSource(race.id, { ...body, url: server.wsUrl })
    await pollUntil(() => sourceOf(race.id)).toMatchObject({
      ...{ state: 'receiving', received: 0, error: expect.stringContaining('It’s sending another day') },
      sessions: [{ code: 'R3', isPicked: false }],
    })
    // Even if race control picks it by hand.
    await control.admin('PUT', timingPath(race.id, '/source/session'), { code: 'R3' })
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ error: expect.stringContaining('another day') })
    expect((await control.fan('GET', timingPath(race.id))).status).toBe(404)
    expect(control.closeRequestsOf(race.id)).toEqual([])
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 1))
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(1)
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ error: null })
  })

  test('does not close the race for a repeated earlier session of the day until race control picks it', async () => {
    const startTime = new Date(Date.now() + 900_000).toISOString()
    const [race, server] = [await control.race({ name: 'Race 1', startTime }), await startNatsoft()]
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 20, { capturedAt: new Date(Date.now() - 3 * 3_600_000).toISOString() }))
    server.end()
    const body = { kind: 'natsoft', startAutomatically: true, publishAutomatically: true }
    await setSource(race.id, { ...body, url: server.wsUrl })
    await pollUntil(() => sourceOf(race.id)).toMatchObject({
      ...{ state: 'receiving', received: 0, error: expect.stringContaining('The session it’s sending was over at') },
      sessions: [{ code: 'R3', isPicked: false }],
    })
    expect((await control.fan('GET', timingPath(race.id))).status).toBe(404)
    expect(control.closeRequestsOf(race.id)).toEqual([])
    await control.admin('PUT', timingPath(race.id, '/source/session'), { code: 'R3' })
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(20)
  })

  test('accepts a feed of another day once the session is moved to that day', async () => {
    const [race, server] = [await control.race({ name: 'Race 1' }), await startNatsoft()]
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 2))
    await setSource(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ error: expect.stringContaining('another day') })
    const { weekend: _weekend, cars: _cars, carIds: _carIds, ...state } = race
    const startTime = new Date().toISOString()
    await control.publishEvent(raceChanged, {
      ...state,
      startTime,
      scheduledTime: startTime,
      scheduledStart: startTime,
    })
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(2)
  })

  test('reports an unknown status until a known one arrives', async () => {
    const [race, server] = [await createRaceNow(), await startNatsoft()]
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 1))
    await setSource(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await pollUntil(async () => (await timingOf(race.id)).flag).toBe('green')
    server.send('<S S="VSC"/>')
    await pollUntil(async () => (await timingOf(race.id)).flag).toBe('safety-car')
    server.send('<S S="Suspended"/>')
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ error: expect.stringContaining('“Suspended”') })
    expect((await timingOf(race.id)).flag).toBe('safety-car')
    server.send('<Change><S S="Red"/></Change>')
    await pollUntil(async () => (await timingOf(race.id)).flag).toBe('red')
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ error: null, state: 'receiving' })
  })

  test('reports scrambled content; invalid messages between others are skipped', async () => {
    const [race, server] = [await createRaceNow(), await startNatsoft()]
    await setSource(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await pollUntil(async () => server.listeners()).toBe(1)
    for (const nonsense of ['aF9$$kd', 'x<<<', '}{', '0101']) server.send(nonsense)
    const scrambled = 'A scrambled feed cannot be read: ask the timing company for the plain feed.'
    await pollUntil(() => sourceOf(race.id)).toMatchObject({
      state: 'failing',
      skipped: 4,
      error: expect.stringContaining(scrambled),
    })
    server.sendRaw('garbage without a frame')
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 4))
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(4)
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null, skipped: 5 })
  })

  test('follows a redirect to another address, and reports a rejection', async () => {
    const [race, server, other] = [await createRaceNow(), await startNatsoft(), await startNatsoft()]
    other.announce(session(race))
    other.sendMessage(snapshot(platesOf(race), 7))
    await setSource(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await pollUntil(async () => server.listeners()).toBe(1)
    server.send(`<Redirect URL="${other.wsUrl}"/>`)
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(7)
    other.send('<NotFound/>')
    await pollUntil(() => sourceOf(race.id)).toMatchObject({
      state: 'failing',
      error: 'The source knows no such meeting.',
    })
    await pollUntil(async () => server.listeners()).toBe(1)
    server.send('<Redirect URL="file:///etc/passwd"/>')
    await pollUntil(async () => (await sourceOf(race.id)).error).toContain('another address')
  })
})

describe('timing source', () => {
  test('stops a removed source within a second, and accepts pushes again', async () => {
    const [race, server] = [await createRaceNow(), await startNatsoft()]
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 1))
    await setSource(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await pollUntil(async () => (await timingOf(race.id)).lap).toBe(1)
    const push = (lap: number) =>
      control.admin<ErrorBody>('POST', timingPath(race.id, '/snapshots'), snapshot(platesOf(race), lap))
    expect(await push(2)).toMatchObject({ status: 409, body: { code: 'OTHER_SOURCE' } })

    const before = await sourceOf(race.id)
    expect((await control.admin('DELETE', timingPath(race.id, '/source'))).status).toBe(204)
    await expect.poll(() => server.listeners(), withinLease).toBe(0)
    expect(await control.admin('DELETE', timingPath(race.id, '/source'))).toMatchObject({
      status: 404,
      body: { code: 'NO_SOURCE' },
    })
    expect(await control.admin('GET', timingPath(race.id, '/source'))).toMatchObject({
      status: 404,
      body: { code: 'NO_SOURCE' },
    })
    expect(await push(2)).toMatchObject({ status: 200, body: { accepted: true } })
    const pushSource = await sourceOf(race.id)
    expect(pushSource).toMatchObject({ kind: 'push', url: null, state: 'receiving' })
    expect(pushSource.generation).toBeGreaterThan(before.generation)
    await pollUntil(async () => (await sourceOf(race.id)).received).toBe(1)
    expect((await control.auditOf(race.id)).map(({ action }) => action)).toEqual([
      'timing-source.set',
      'timing-source.removed',
    ])
  })

  test('starts a new generation and stops the old source only if the source changes', async () => {
    const [race, server, other] = [await createRaceNow(), await startNatsoft(), await startNatsoft()]
    const first = await setSource(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await pollUntil(async () => server.listeners()).toBe(1)
    const repeated = await setSource(race.id, { kind: 'natsoft', url: server.tcpUrl })
    expect(repeated.body.generation).toBe(first.body.generation)
    const adjusted = await setSource(race.id, { kind: 'natsoft', url: server.tcpUrl, publishAutomatically: true })
    expect(adjusted.body).toMatchObject({ generation: first.body.generation, publishAutomatically: true })
    const next = await setSource(race.id, { kind: 'natsoft', url: other.tcpUrl })
    expect(next.body.generation).toBeGreaterThan(first.body.generation)
    await expect.poll(() => server.listeners(), withinLease).toBe(0)
    await pollUntil(async () => other.listeners()).toBe(1)
    expect(await control.auditOf(race.id)).toHaveLength(3)
  })

  test('resets the counters of a source that is set again, even if programs push', async () => {
    const [race, server] = [await createRaceNow(), await startNdjson()]
    const push = (lap: number) =>
      control.admin('POST', timingPath(race.id, '/snapshots'), snapshot(platesOf(race), lap))
    const status = async () => (await control.fan<LiveTimingStatus>('GET', '/api/live-timing/status')).body
    await push(1)
    expect(await sourceOf(race.id)).toMatchObject({ state: 'receiving', lastSnapshotAt: expect.any(String) })
    await setSource(race.id, { kind: 'ndjson', url: server.url })
    await setSource(race.id, { kind: 'push' })
    expect(await sourceOf(race.id)).toMatchObject({ state: 'idle', lastSnapshotAt: null, received: 0 })
    expect(await status()).toMatchObject({ raceId: race.id, source: { state: 'idle', lastSnapshotAt: null } })
    await push(2)
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', received: 1 })
  })

  test('stops a source when its race has a result', async () => {
    const [race, server] = [await createRaceNow(), await startNatsoft()]
    await setSource(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await pollUntil(async () => server.listeners()).toBe(1)
    const classification = finished(...race.carIds)
    expect((await control.putResult(race.id, { status: 'provisional', classification })).status).toBe(200)
    await expect.poll(() => server.listeners(), withinLease).toBe(0)
    await pollUntil(() => sourceOf(race.id)).toMatchObject({ state: 'idle' })
  })

  test('starts a source automatically a quarter of an hour before the planned start, and not earlier', async () => {
    const [race, server] = [await control.race({ name: 'Race 1' }), await startNatsoft()]
    await setSource(race.id, { kind: 'natsoft', url: server.tcpUrl, startAutomatically: true })
    const [runningRace, runningServer] = [await createRaceNow(), await startNatsoft()]
    await setSource(runningRace.id, { kind: 'natsoft', url: runningServer.tcpUrl })
    await pollUntil(async () => runningServer.listeners()).toBe(1)
    expect(server.listeners()).toBe(0)
    expect(await sourceOf(race.id)).toMatchObject({ state: 'idle', error: null })
    const { weekend: _weekend, cars: _cars, carIds: _carIds, ...state } = race
    const startTime = new Date(Date.now() + 14 * 60_000).toISOString()
    await control.publishEvent(raceChanged, {
      ...state,
      startTime,
      scheduledTime: startTime,
      scheduledStart: startTime,
    })
    await pollUntil(async () => server.listeners()).toBe(1)
  })

  test('assigns a number that is not entered to the car that race control matches', async () => {
    const [race, server] = [await createRaceNow(), await startNdjson()]
    const [car, ...otherPlates] = race.cars
    const entries = snapshot(['T05', ...otherPlates.map(({ plate }) => plate)], 1)
    server.append(entries)
    await setSource(race.id, { kind: 'ndjson', url: server.url })
    await pollUntil(async () => (await feedOf(race.id)).unknown).toEqual([
      { number: 'T05', driver: null, position: 1, carId: null },
    ])
    const match = (matches: object[]) => control.admin('PUT', timingPath(race.id, '/cars'), { matches })
    expect((await match([{ number: 'T05', carId: 1_000_000 }])).status).toBe(400)
    expect((await match([{ number: 'T05', carId: car?.id }])).body).toEqual([{ number: 'T05', carId: car?.id }])
    server.append({ ...entries, sequence: 2 })
    await pollUntil(async () => (await timingOf(race.id)).entries[0]?.carId).toBe(car?.id)
    expect((await feedOf(race.id)).unknown).toMatchObject([{ number: 'T05', carId: car?.id }])
    expect((await match([{ number: 'T05', carId: null }])).body).toEqual([])
    server.append({ ...entries, sequence: 3 })
    await pollUntil(async () => (await timingOf(race.id)).entries[0]?.carId).toBe(null)
  })

  test('lists the sources of a weekend to administrators only', async () => {
    const race = await createRaceNow()
    await setSource(race.id, { kind: 'push' })
    const path = `/api/live-timing/sources?weekendId=${race.weekendId}`
    const { body } = await control.admin<TimingSource[]>('GET', path)
    expect(body).toMatchObject([{ raceId: race.id, kind: 'push', url: null, state: 'idle', received: 0 }])
    for (const [method, url] of [
      ['GET', path],
      ['GET', timingPath(race.id, '/source')],
      ['GET', timingPath(race.id, '/feed')],
      ['DELETE', timingPath(race.id, '/source')],
    ] as const)
      expect((await control.fan(method, url)).status).toBe(403)
    control.setWeekendsReplies(undefined, 999_999)
    expect((await setSource(999_999, { kind: 'push' })).status).toBe(404)
    expect((await setSource(race.id, { kind: 'ndjson' })).status).toBe(400)
    expect((await setSource(race.id, { kind: 'ndjson', url: 'tcp://timing.example.org:80' })).status).toBe(400)
  })
})
