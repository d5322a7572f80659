import type { Message } from '@purple-sector/contracts/chat/http'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { carReply, notificationReply, raceReply, userReply } from '@purple-sector/testing/replies'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../client/api/query-client.ts'
import { MARGIN_MS, setDelay } from '../../client/spoiler/delay.ts'
import { learnServerTime } from '../../client/time/server-clock.ts'
import { notificationsQuery } from '../../features/notifications/api/notification-queries.ts'
import { followDelay } from '../../features/session/follow-delay.ts'
import { userQuery } from '../../features/session/user-query.ts'
import { carsQuery, racesQuery } from '../../features/weekend-data/api/weekend-queries.ts'
import { applyFrame, applyRaceControlFrame } from './frame-table.ts'
import { openGate } from './spoiler-gate.ts'

const START = Date.parse('2026-11-21T04:00:00.000Z')
/** An instant this many seconds later, minus the safety margin, so that it is due to the second. */
const instant = (seconds: number): string => new Date(START + seconds * 1_000 - MARGIN_MS).toISOString()

let client: QueryClient
let gate: ReturnType<typeof openGate>
let delivered: string[]
let raceControlFrames: string[]
let replies: Record<string, { body: unknown; changedAt?: string }>

/** Applies frames as the app does, and records them. */
const recording: Parameters<typeof openGate>[1] = {
  forFan(client, frame) {
    delivered.push(
      frame.type === 'chat_messages' ? frame.data.messages.map(({ message }) => message).join() : frame.type,
    )
    applyFrame(client, frame)
  },
  forRaceControl(client, frame) {
    raceControlFrames.push(frame.type)
    applyRaceControlFrame(client, frame)
  },
}

const user = (spoilerDelaySeconds: number) =>
  client.setQueryData(userQuery.queryKey, userReply({ spoilerDelaySeconds }))
const accept = (frame: Pick<ServerFrame, 'type' | 'data' | 'at'>) =>
  gate.accept({ ...frame, epoch: 'e' } as ServerFrame)
/** Waits this many seconds and returns the frames dispatched by then. */
const later = async (seconds: number): Promise<string[]> => {
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  await vi.advanceTimersByTimeAsync(5)
  return delivered.splice(0)
}
const message = (id: number, userId: string, createdAt: string) =>
  ({ id, userId, weekendId: 1, groupId: null, message: `${userId} ${id}`, createdAt }) as unknown as Message
const races = () => client.getQueryData<Race[]>(racesQuery(1).queryKey) ?? []

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  learnServerTime(new Date(START).toISOString())
  delivered = []
  raceControlFrames = []
  replies = {}
  vi.stubGlobal('fetch', async (path: string) => {
    const { body, changedAt } = replies[path] ?? { body: [] }
    return Response.json(body, changedAt ? { headers: { 'last-changed': changedAt } } : {})
  })
  client = createQueryClient()
  followDelay(client)
  user(30)
  gate = openGate(client, recording)
})
afterEach(() => {
  gate.close()
  client.clear()
  setDelay(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('dispatches frames to race control at once and to fans after their delay', async () => {
  accept({ type: 'notification', data: notificationReply(), at: instant(0) })
  expect(raceControlFrames).toEqual(['notification'])
  expect(await later(29.9)).toEqual([])
  expect(await later(0.1)).toEqual(['notification'])
})

test('adds a safety margin so that inaccurate clocks dispatch no frame early', async () => {
  accept({ type: 'notification', data: notificationReply(), at: new Date(START).toISOString() })
  expect(await later(30.2)).toEqual([])
  expect(await later(0.05)).toEqual(['notification'])
})

test('applies a delay changed in another browser at once', async () => {
  accept({ type: 'notification', data: notificationReply(), at: instant(0) })
  user(60)
  expect(await later(31)).toEqual([])
  user(0)
  expect(await later(0)).toEqual(['notification'])
})

test('uses the longest known delay until a cached page’s choice is refetched', async () => {
  document.documentElement.dataset.kept = '5000'
  client.setQueryData(userQuery.queryKey, userReply({ spoilerDelaySeconds: 0 }), { updatedAt: 5_000 })
  accept({ type: 'notification', data: notificationReply(), at: instant(0) })
  expect(await later(60)).toEqual([])
  user(30)
  expect(await later(0)).toEqual(['notification'])
  delete document.documentElement.dataset.kept
})

test('delays messages of others but not the fan’s own', async () => {
  const messages = [message(1, 'rival', instant(0)), message(2, 'kerbsider', instant(0))]
  accept({ type: 'chat_messages', data: { messages }, at: instant(0) })
  expect(delivered.splice(0)).toEqual(['kerbsider 2'])
  accept({ type: 'chat_message', data: message(3, 'kerbsider', instant(0)), at: instant(0) })
  expect(delivered.splice(0)).toEqual(['kerbsider 3'])
  expect(await later(30)).toEqual(['rival 1'])
})

describe('openGate for a race', () => {
  const before = raceReply({ id: 1, weekendId: 1, status: 'upcoming', locked: false })
  const completed = (overrides: Partial<Race> = {}): Race => ({
    ...before,
    status: 'completed',
    locked: true,
    completedAt: instant(0),
    resultRevision: 1,
    resultStatus: 'provisional',
    resultPublishedAt: instant(0),
    resultChangedAt: instant(0),
    ...overrides,
  })

  test('locks a race with a result at once and completes it after the delay', async () => {
    client.setQueryData(racesQuery(1).queryKey, [before])
    accept({ type: 'race_status', data: completed(), at: instant(0) })
    expect(races()).toEqual([{ ...before, status: 'running', locked: true }])
    await later(29)
    accept({ type: 'race_status', data: completed({ description: 'Wet' }), at: instant(0) })
    expect(races()).toEqual([{ ...before, status: 'running', locked: true, description: 'Wet' }])
    await later(1)
    expect(races()).toEqual([completed({ description: 'Wet' })])
  })

  test('applies the delay to a race that is fetched, also after a reload', async () => {
    replies['/api/weekends/1/races'] = {
      body: [completed(), completed({ id: 2, resultRevision: 3 })],
      changedAt: instant(0),
    }
    await client.fetchQuery(racesQuery(1))
    const [first, corrected] = races()
    expect(first).toMatchObject({ status: 'running', locked: true, resultRevision: null, completedAt: null })
    expect(corrected).toMatchObject({ status: 'completed', locked: true, resultRevision: 2, resultReason: null })
    await later(30)
    expect(races()).toEqual(replies['/api/weekends/1/races'].body)
  })

  test('keeps a corrected race as it is on screen', async () => {
    client.setQueryData(racesQuery(1).queryKey, [completed({ resultChangedAt: instant(-60) })])
    accept({ type: 'race_status', data: completed({ resultRevision: 2, resultReason: 'Jump start' }), at: instant(0) })
    expect(races()[0]).toMatchObject({ status: 'completed', resultRevision: 1, resultReason: null })
    user(0)
    await later(0)
    expect(races()[0]).toMatchObject({ resultRevision: 2, resultReason: 'Jump start' })
  })

  test('shows a result and its correction each in its own time while both are delayed', async () => {
    client.setQueryData(racesQuery(1).queryKey, [before])
    accept({ type: 'race_status', data: completed(), at: instant(0) })
    await later(12)
    const corrected = completed({ resultRevision: 2, resultReason: 'Jump start', resultChangedAt: instant(12) })
    accept({ type: 'race_status', data: corrected, at: instant(12) })
    expect(races()[0]).toMatchObject({ status: 'running', resultRevision: null })
    await later(18)
    expect(races()[0]).toMatchObject({ status: 'completed', resultRevision: 1, resultReason: null })
    await later(12)
    expect(races()).toEqual([corrected])
  })

  test('does not take back a result already shown when a longer delay is chosen', () => {
    client.setQueryData(racesQuery(1).queryKey, [completed({ resultChangedAt: instant(-40) })])
    user(60)
    accept({ type: 'race_status', data: completed({ resultChangedAt: instant(-40) }), at: instant(-40) })
    expect(races()[0]).toMatchObject({ status: 'completed', resultRevision: 1 })
  })
})

test('opens a race for tips at once and shows its crash after the delay', async () => {
  replies['/api/cars/1'] = { body: [carReply({ id: 7, status: 'crashed' })], changedAt: instant(-10) }
  const observer = new QueryObserver(client, carsQuery(1))
  const stop = observer.subscribe(() => {})
  await later(0)
  expect(observer.getCurrentResult().data?.[0]?.status).toBe('active')
  await later(20)
  expect(observer.getCurrentResult().data?.[0]?.status).toBe('crashed')
  stop()
})

test('adds delayed notifications to the list when they are old enough', async () => {
  const list = [
    notificationReply({ id: 2, createdAt: instant(-10) }),
    notificationReply({ id: 1, createdAt: instant(-60) }),
  ]
  replies['/api/notifications/1'] = { body: list, changedAt: instant(-10) }
  const observer = new QueryObserver(client, notificationsQuery(1))
  const stop = observer.subscribe(() => {})
  await later(0)
  expect(observer.getCurrentResult().data?.map(({ id }) => id)).toEqual([1])
  await later(20)
  expect(observer.getCurrentResult().data?.map(({ id }) => id)).toEqual([2, 1])
  stop()
})
