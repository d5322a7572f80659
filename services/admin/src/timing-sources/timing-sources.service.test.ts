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

const closed = <Server extends { close(): Promise<unknown> }>(server: Server): Server => {
  cleanups.push(() => server.close())
  return server
}
const natsoft = async () => closed(await startNatsoftServer({ partBytes: 150 }))
const ndjson = async () => closed(await startNdjsonServer())

const at = (raceId: number, rest = '') => `/api/live-timing/races/${raceId}${rest}`
const set = (raceId: number, body: object) =>
  control.admin<TimingSource & ErrorBody>('PUT', at(raceId, '/source'), body)
const sourceOf = async (raceId: number) => (await control.admin<TimingSource>('GET', at(raceId, '/source'))).body
const feedOf = async (raceId: number) => (await control.admin<TimingFeed>('GET', at(raceId, '/feed'))).body
const timingOf = async (raceId: number) => (await control.fan<Timing>('GET', at(raceId))).body
/** Creates a race that starts now, so that a source's current messages can be of it. */
const aRaceNow = (over: Parameters<TestRaceControl['race']>[0] = {}) =>
  control.race({ name: 'Race 1', startTime: new Date().toISOString(), ...over })
/** Within a second on a quiet machine; an unnoticed change would take the five of a lease. */
const soon = { timeout: 4_500 }
const until = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000, interval: 100 })

type Raced = Awaited<ReturnType<TestRaceControl['race']>>

/** A snapshot in this order, with the leader on that lap. */
const snapshot = (plates: readonly string[], lap: number, over: Partial<Snapshot> = {}): Snapshot => ({
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
  ...over,
})

const session = ({ cars }: Raced, over: Partial<AnnouncedSession> = {}): AnnouncedSession => ({
  code: 'R3',
  description: 'Supercars Championship - Race 1',
  kind: 'Race',
  laps: 20,
  category: 'SC',
  cars: cars.map(({ plate, driver }) => ({ number: plate, driver })),
  ...over,
})
const platesOf = ({ cars }: Raced): string[] => cars.map(({ plate }) => plate)
const orderOf = (timing: Timing): string[] => timing.entries.map(({ plate }) => plate)

describe('source of newline-delimited JSON', () => {
  test('is polled, and its last line becomes visible', async () => {
    const [race, server] = [await aRaceNow(), await ndjson()]
    const plates = platesOf(race)
    server.append(snapshot(plates, 1))
    const { status, body } = await set(race.id, { kind: 'ndjson', url: server.url })
    expect([status, body.generation > 1, body.state]).toEqual([200, true, 'idle'])
    await until(async () => orderOf(await timingOf(race.id))).toEqual(plates)
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', received: 1, skipped: 0, error: null })
    await until(async () => server.unchanged()).toBeGreaterThan(0)

    server.append(snapshot(plates.toReversed(), 2))
    await until(async () => (await timingOf(race.id)).lap).toBe(2)
    await until(async () => (await sourceOf(race.id)).received).toBe(2)
    expect((await control.fan<LiveTimingStatus>('GET', '/api/live-timing/status')).body).toMatchObject({
      isRunning: true,
      raceId: race.id,
      source: { kind: 'ndjson', url: server.url, state: 'receiving', error: null },
    })
  })

  test('changes nothing and reports it when it goes back in time; invalid lines are counted and skipped', async () => {
    const [race, server] = [await aRaceNow(), await ndjson()]
    const plates = platesOf(race)
    server.append(snapshot(plates, 5))
    await set(race.id, { kind: 'ndjson', url: server.url })
    await until(async () => (await timingOf(race.id)).sequence).toBe(5)
    server.append(snapshot(plates.toReversed(), 3))
    await until(() => sourceOf(race.id)).toMatchObject({ error: 'It sends snapshot 3, which is older than 5.' })
    server.becomes('<html>not found</html>\n')
    await until(async () => (await sourceOf(race.id)).skipped).toBeGreaterThan(0)
    expect(await sourceOf(race.id)).toMatchObject({ state: 'receiving', error: 'Its last line isn’t JSON.' })
    expect(orderOf(await timingOf(race.id))).toEqual(plates)
    server.append(snapshot(plates, 6))
    await until(async () => (await timingOf(race.id)).sequence).toBe(6)
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null })
  })

  test('reports a failure while it is down, and continues when it is back', async () => {
    const [race, server] = [await aRaceNow(), await ndjson()]
    server.append(snapshot(platesOf(race), 1))
    await set(race.id, { kind: 'ndjson', url: server.url })
    await until(async () => (await timingOf(race.id)).lap).toBe(1)
    await server.die()
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'failing', error: 'The connection was refused.' })
    server.append(snapshot(platesOf(race), 2))
    await server.comeBack()
    await until(async () => (await timingOf(race.id)).lap).toBe(2)
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null })
    server.answers((response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end())
    await until(() => sourceOf(race.id)).toMatchObject({ error: 'It answered a redirect, which is not followed.' })
  })

  test.each([
    ['is no JSON', '<html>Please sign in</html>', 'It isn’t JSON.'],
    ['never ends a line', '{"sequence": 1, "entries": [', 'No line of it has ended, and what it holds isn’t JSON.'],
  ])('reports a failure while it %s', async (_words, text, error) => {
    const [race, server] = [await aRaceNow(), await ndjson()]
    server.becomes(text)
    await set(race.id, { kind: 'ndjson', url: server.url })
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'failing', error })
    server.becomes('')
    server.append(snapshot(platesOf(race), 1))
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null, received: 1 })
  })

  test('closes nothing and reports it where the last line is of another day', async () => {
    const [race, server] = [await aRaceNow(), await ndjson()]
    server.append(snapshot(platesOf(race), 9, { capturedAt: new Date(Date.now() - 7 * 86_400_000).toISOString() }))
    await set(race.id, { kind: 'ndjson', url: server.url })
    await until(() => sourceOf(race.id)).toMatchObject({ error: expect.stringContaining('another day'), received: 0 })
    expect(control.closeRequestsOf(race.id)).toEqual([])
    server.append(snapshot(platesOf(race), 10))
    await until(async () => (await timingOf(race.id)).lap).toBe(10)
    await until(() => sourceOf(race.id)).toMatchObject({ error: null })
  })

  test('closes nothing and reports it where the last line is of an earlier session of the day', async () => {
    const startTime = new Date(Date.now() + 900_000).toISOString()
    const [race, server] = [await control.race({ name: 'Race 1', startTime }), await ndjson()]
    const capturedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
    server.append(snapshot(platesOf(race), 20, { capturedAt, flag: 'chequered' }))
    await set(race.id, { kind: 'ndjson', url: server.url })
    await until(() => sourceOf(race.id)).toMatchObject({ error: expect.stringContaining('was over at'), received: 0 })
    expect(control.closeRequestsOf(race.id)).toEqual([])
    server.append(snapshot(platesOf(race), 1))
    await until(async () => (await timingOf(race.id)).lap).toBe(1)
    server.append(snapshot(platesOf(race), 2, { flag: 'chequered' }))
    await until(async () => (await timingOf(race.id)).lap).toBe(2)
    await until(() => sourceOf(race.id)).toMatchObject({ error: null })
  })

  test('may be a file that grows: a line counts when it is complete', async () => {
    const race = await aRaceNow()
    const folder = await mkdtemp(join(tmpdir(), 'purple-sector-timing-'))
    cleanups.push(() => rm(folder, { recursive: true }))
    const file = join(folder, 'timing.ndjson')
    const [one, two] = [1, 2].map((lap) => JSON.stringify(snapshot(platesOf(race), lap)))
    await writeFile(file, `${one}\n${two?.slice(0, 40)}`)
    await set(race.id, { kind: 'ndjson', url: pathToFileURL(file).href })
    await until(async () => (await timingOf(race.id)).lap).toBe(1)
    await writeFile(file, `${one}\n${two}\n`)
    await until(async () => (await timingOf(race.id)).lap).toBe(2)
    await rm(file)
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'failing', error: 'There is no such file.' })
  })
})

describe.each(['tcpUrl', 'wsUrl'] as const)('Natsoft feed by its %s', (which) => {
  test('is read from the start of its session to the end, through a crash of the server', async () => {
    const [race, server] = [await aRaceNow(), await natsoft()]
    const [first = '', second = '', ...others] = platesOf(race)
    server.announce(session(race))
    await set(race.id, { kind: 'natsoft', url: server[which] })
    await until(() => sourceOf(race.id)).toMatchObject({
      state: 'receiving',
      error: null,
      sessions: [{ code: 'R3', description: 'Supercars Championship - Race 1', isPicked: true }],
    })
    // Nothing before the start: it would close the session.
    expect((await control.fan('GET', at(race.id))).status).toBe(404)
    expect(control.closeRequestsOf(race.id)).toEqual([])

    server.sendMessage(snapshot([first, second, ...others], 1))
    await until(async () => (await timingOf(race.id)).lap).toBe(1)
    expect(await timingOf(race.id)).toMatchObject({ totalLaps: 20, entries: [{ lastLapMs: 101_023.4 }, {}, {}, {}] })
    server.sendMessage(snapshot([second, first, ...others], 2, { flag: 'red', message: 'Car in the wall' }))
    await until(() => timingOf(race.id)).toMatchObject({ lap: 2, flag: 'red', message: 'Car in the wall' })
    const before = await timingOf(race.id)
    expect(before.entries.map(({ plate, change }) => [plate, change]).slice(0, 2)).toEqual([
      [second, 1],
      [first, -1],
    ])

    await server.die()
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'failing' })
    await server.comeBack()
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null })
    server.sendMessage(snapshot([first, second, ...others], 3))
    await until(() => timingOf(race.id)).toMatchObject({ lap: 3, flag: 'green' })
    expect((await timingOf(race.id)).sequence).toBeGreaterThan(before.sequence)
    server.end()
    await until(() => timingOf(race.id)).toMatchObject({ flag: 'chequered', hasEnded: true })
    // The next session of the meeting is not ours, and changes nothing.
    server.announce(session(race, { code: 'R4', description: 'Supercars Championship - Race 2' }))
    server.sendMessage(snapshot([second], 1))
    await until(async () => (await sourceOf(race.id)).sessions).toMatchObject([{ isPicked: true }, { isPicked: false }])
    expect(await sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null })
    expect(await timingOf(race.id)).toMatchObject({ flag: 'chequered', lap: 3 })
  })
})

describe('Natsoft feed', () => {
  test('offers sessions that are not certainly ours, until race control picks one', async () => {
    const [race, server] = [await aRaceNow(), await natsoft()]
    server.announce(session(race, { code: 'X1', description: 'Invitational - Feature', category: 'INV' }))
    server.sendMessage(snapshot(platesOf(race), 1))
    await set(race.id, { kind: 'natsoft', url: server.tcpUrl })
    const offered = [{ code: 'X1', description: 'Invitational - Feature', isPicked: false }]
    await until(() => sourceOf(race.id)).toMatchObject({ sessions: offered, error: expect.stringContaining('Pick') })
    expect((await control.fan('GET', at(race.id))).status).toBe(404)
    const pick = (code: string) => control.admin<TimingSource>('PUT', at(race.id, '/source/session'), { code })
    expect((await pick('R9')).status).toBe(400)
    expect((await pick('X1')).body.sessions).toEqual([{ ...offered[0], isPicked: true }])
    await until(async () => (await timingOf(race.id)).lap).toBe(1)
    await until(() => sourceOf(race.id)).toMatchObject({ error: null, state: 'receiving' })
    expect(await control.auditOf(race.id)).toMatchObject([
      { action: 'timing-source.set' },
      { action: 'timing-source.session-picked', before: { code: null }, after: { code: 'X1' } },
    ])
  })

  test('closes nothing and reports it while it repeats another day, and is read once it is of this day', async () => {
    const [race, server] = [await aRaceNow(), await natsoft()]
    const lastRound = new Date(Date.now() - 28 * 86_400_000).toISOString()
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 20, { capturedAt: lastRound }))
    server.end()
    const body = { kind: 'natsoft', startAutomatically: true, publishAutomatically: true }
    await set(race.id, { ...body, url: server.wsUrl })
    await until(() => sourceOf(race.id)).toMatchObject({
      ...{ state: 'receiving', received: 0, error: expect.stringContaining('It’s sending another day') },
      sessions: [{ code: 'R3', isPicked: false }],
    })
    // Also where race control picks it by hand.
    await control.admin('PUT', at(race.id, '/source/session'), { code: 'R3' })
    await until(() => sourceOf(race.id)).toMatchObject({ error: expect.stringContaining('another day') })
    expect((await control.fan('GET', at(race.id))).status).toBe(404)
    expect(control.closeRequestsOf(race.id)).toEqual([])
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 1))
    await until(async () => (await timingOf(race.id)).lap).toBe(1)
    await until(() => sourceOf(race.id)).toMatchObject({ error: null })
  })

  test('closes nothing while it repeats an earlier session of the day, until race control picks it', async () => {
    const startTime = new Date(Date.now() + 900_000).toISOString()
    const [race, server] = [await control.race({ name: 'Race 1', startTime }), await natsoft()]
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 20, { capturedAt: new Date(Date.now() - 3 * 3_600_000).toISOString() }))
    server.end()
    const body = { kind: 'natsoft', startAutomatically: true, publishAutomatically: true }
    await set(race.id, { ...body, url: server.wsUrl })
    await until(() => sourceOf(race.id)).toMatchObject({
      ...{ state: 'receiving', received: 0, error: expect.stringContaining('The session it’s sending was over at') },
      sessions: [{ code: 'R3', isPicked: false }],
    })
    expect((await control.fan('GET', at(race.id))).status).toBe(404)
    expect(control.closeRequestsOf(race.id)).toEqual([])
    await control.admin('PUT', at(race.id, '/source/session'), { code: 'R3' })
    await until(async () => (await timingOf(race.id)).lap).toBe(20)
  })

  test('of another day is accepted once the session is moved to that day', async () => {
    const [race, server] = [await control.race({ name: 'Race 1' }), await natsoft()]
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 2))
    await set(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await until(() => sourceOf(race.id)).toMatchObject({ error: expect.stringContaining('another day') })
    const { weekend: _weekend, cars: _cars, carIds: _carIds, ...state } = race
    const startTime = new Date().toISOString()
    await control.announce(raceChanged, { ...state, startTime, scheduledTime: startTime, scheduledStart: startTime })
    await until(async () => (await timingOf(race.id)).lap).toBe(2)
  })

  test('reports an unknown status until a known one arrives', async () => {
    const [race, server] = [await aRaceNow(), await natsoft()]
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 1))
    await set(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await until(async () => (await timingOf(race.id)).flag).toBe('green')
    server.send('<S S="VSC"/>')
    await until(async () => (await timingOf(race.id)).flag).toBe('safety-car')
    server.send('<S S="Suspended"/>')
    await until(() => sourceOf(race.id)).toMatchObject({ error: expect.stringContaining('“Suspended”') })
    expect((await timingOf(race.id)).flag).toBe('safety-car')
    server.send('<Change><S S="Red"/></Change>')
    await until(async () => (await timingOf(race.id)).flag).toBe('red')
    await until(() => sourceOf(race.id)).toMatchObject({ error: null, state: 'receiving' })
  })

  test('reports scrambled content; invalid messages between others are skipped', async () => {
    const [race, server] = [await aRaceNow(), await natsoft()]
    await set(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await until(async () => server.listeners()).toBe(1)
    for (const nonsense of ['aF9$$kd', 'x<<<', '}{', '0101']) server.send(nonsense)
    const scrambled = 'A scrambled feed cannot be read: ask the timing company for the plain feed.'
    await until(() => sourceOf(race.id)).toMatchObject({
      state: 'failing',
      skipped: 4,
      error: expect.stringContaining(scrambled),
    })
    server.sendRaw('garbage without a frame')
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 4))
    await until(async () => (await timingOf(race.id)).lap).toBe(4)
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', error: null, skipped: 5 })
  })

  test('is redirected to another address, or refused', async () => {
    const [race, server, other] = [await aRaceNow(), await natsoft(), await natsoft()]
    other.announce(session(race))
    other.sendMessage(snapshot(platesOf(race), 7))
    await set(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await until(async () => server.listeners()).toBe(1)
    server.send(`<Redirect URL="${other.wsUrl}"/>`)
    await until(async () => (await timingOf(race.id)).lap).toBe(7)
    other.send('<NotFound/>')
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'failing', error: 'The source knows no such meeting.' })
    await until(async () => server.listeners()).toBe(1)
    server.send('<Redirect URL="file:///etc/passwd"/>')
    await until(async () => (await sourceOf(race.id)).error).toContain('another address')
  })
})

describe('timing source', () => {
  test('stops within a second once it is removed, and pushes are accepted again', async () => {
    const [race, server] = [await aRaceNow(), await natsoft()]
    server.announce(session(race))
    server.sendMessage(snapshot(platesOf(race), 1))
    await set(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await until(async () => (await timingOf(race.id)).lap).toBe(1)
    const push = (lap: number) =>
      control.admin<ErrorBody>('POST', at(race.id, '/snapshots'), snapshot(platesOf(race), lap))
    expect(await push(2)).toMatchObject({ status: 409, body: { code: 'OTHER_SOURCE' } })

    const before = await sourceOf(race.id)
    expect((await control.admin('DELETE', at(race.id, '/source'))).status).toBe(204)
    await expect.poll(() => server.listeners(), soon).toBe(0)
    expect(await control.admin('DELETE', at(race.id, '/source'))).toMatchObject({
      status: 404,
      body: { code: 'NO_SOURCE' },
    })
    expect(await control.admin('GET', at(race.id, '/source'))).toMatchObject({
      status: 404,
      body: { code: 'NO_SOURCE' },
    })
    expect(await push(2)).toMatchObject({ status: 200, body: { accepted: true } })
    const pushed = await sourceOf(race.id)
    expect(pushed).toMatchObject({ kind: 'push', url: null, state: 'receiving' })
    expect(pushed.generation).toBeGreaterThan(before.generation)
    await until(async () => (await sourceOf(race.id)).received).toBe(1)
    expect((await control.auditOf(race.id)).map(({ action }) => action)).toEqual([
      'timing-source.set',
      'timing-source.removed',
    ])
  })

  test('starts a new generation when it changes, and stops the old one; the same source again changes nothing', async () => {
    const [race, server, other] = [await aRaceNow(), await natsoft(), await natsoft()]
    const first = await set(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await until(async () => server.listeners()).toBe(1)
    const again = await set(race.id, { kind: 'natsoft', url: server.tcpUrl })
    expect(again.body.generation).toBe(first.body.generation)
    const adjusted = await set(race.id, { kind: 'natsoft', url: server.tcpUrl, publishAutomatically: true })
    expect(adjusted.body).toMatchObject({ generation: first.body.generation, publishAutomatically: true })
    const next = await set(race.id, { kind: 'natsoft', url: other.tcpUrl })
    expect(next.body.generation).toBeGreaterThan(first.body.generation)
    await expect.poll(() => server.listeners(), soon).toBe(0)
    await until(async () => other.listeners()).toBe(1)
    expect(await control.auditOf(race.id)).toHaveLength(3)
  })

  test('starts with empty counters when it is set again, also where programs push', async () => {
    const [race, server] = [await aRaceNow(), await ndjson()]
    const push = (lap: number) => control.admin('POST', at(race.id, '/snapshots'), snapshot(platesOf(race), lap))
    const status = async () => (await control.fan<LiveTimingStatus>('GET', '/api/live-timing/status')).body
    await push(1)
    expect(await sourceOf(race.id)).toMatchObject({ state: 'receiving', lastSnapshotAt: expect.any(String) })
    await set(race.id, { kind: 'ndjson', url: server.url })
    await set(race.id, { kind: 'push' })
    expect(await sourceOf(race.id)).toMatchObject({ state: 'idle', lastSnapshotAt: null, received: 0 })
    expect(await status()).toMatchObject({ raceId: race.id, source: { state: 'idle', lastSnapshotAt: null } })
    await push(2)
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'receiving', received: 1 })
  })

  test('stops when the race has a result', async () => {
    const [race, server] = [await aRaceNow(), await natsoft()]
    await set(race.id, { kind: 'natsoft', url: server.tcpUrl })
    await until(async () => server.listeners()).toBe(1)
    const classification = finished(...race.carIds)
    expect((await control.publish(race.id, { status: 'provisional', classification })).status).toBe(200)
    await expect.poll(() => server.listeners(), soon).toBe(0)
    await until(() => sourceOf(race.id)).toMatchObject({ state: 'idle' })
  })

  test('starts automatically a quarter of an hour before the planned start, and not earlier', async () => {
    const [race, server] = [await control.race({ name: 'Race 1' }), await natsoft()]
    await set(race.id, { kind: 'natsoft', url: server.tcpUrl, startAutomatically: true })
    const [early, present] = [await aRaceNow(), await natsoft()]
    await set(early.id, { kind: 'natsoft', url: present.tcpUrl })
    await until(async () => present.listeners()).toBe(1)
    expect(server.listeners()).toBe(0)
    expect(await sourceOf(race.id)).toMatchObject({ state: 'idle', error: null })
    const { weekend: _weekend, cars: _cars, carIds: _carIds, ...state } = race
    const startTime = new Date(Date.now() + 14 * 60_000).toISOString()
    await control.announce(raceChanged, { ...state, startTime, scheduledTime: startTime, scheduledStart: startTime })
    await until(async () => server.listeners()).toBe(1)
  })

  test('may name a car that is not entered, which becomes the one that race control matches', async () => {
    const [race, server] = [await aRaceNow(), await ndjson()]
    const [car, ...others] = race.cars
    const entries = snapshot(['T05', ...others.map(({ plate }) => plate)], 1)
    server.append(entries)
    await set(race.id, { kind: 'ndjson', url: server.url })
    await until(async () => (await feedOf(race.id)).unknown).toEqual([
      { number: 'T05', driver: null, position: 1, carId: null },
    ])
    const match = (matches: object[]) => control.admin('PUT', at(race.id, '/cars'), { matches })
    expect((await match([{ number: 'T05', carId: 1_000_000 }])).status).toBe(400)
    expect((await match([{ number: 'T05', carId: car?.id }])).body).toEqual([{ number: 'T05', carId: car?.id }])
    server.append({ ...entries, sequence: 2 })
    await until(async () => (await timingOf(race.id)).entries[0]?.carId).toBe(car?.id)
    expect((await feedOf(race.id)).unknown).toMatchObject([{ number: 'T05', carId: car?.id }])
    expect((await match([{ number: 'T05', carId: null }])).body).toEqual([])
    server.append({ ...entries, sequence: 3 })
    await until(async () => (await timingOf(race.id)).entries[0]?.carId).toBe(null)
  })

  test('is listed for a whole weekend, to administrators only', async () => {
    const race = await aRaceNow()
    await set(race.id, { kind: 'push' })
    const path = `/api/live-timing/sources?weekendId=${race.weekendId}`
    const { body } = await control.admin<TimingSource[]>('GET', path)
    expect(body).toMatchObject([{ raceId: race.id, kind: 'push', url: null, state: 'idle', received: 0 }])
    for (const [method, url] of [
      ['GET', path],
      ['GET', at(race.id, '/source')],
      ['GET', at(race.id, '/feed')],
      ['DELETE', at(race.id, '/source')],
    ] as const)
      expect((await control.fan(method, url)).status).toBe(403)
    control.weekendsKnows(undefined, 999_999)
    expect((await set(999_999, { kind: 'push' })).status).toBe(404)
    expect((await set(race.id, { kind: 'ndjson' })).status).toBe(400)
    expect((await set(race.id, { kind: 'ndjson', url: 'tcp://timing.example.org:80' })).status).toBe(400)
  })
})
