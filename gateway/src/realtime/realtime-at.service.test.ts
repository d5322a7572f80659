import { messageSent } from '@purple-sector/contracts/chat/events'
import {
  engagementBoardChanged,
  heatMapChanged,
  notificationsMade,
  notificationsRead,
  reactionsCounted,
} from '@purple-sector/contracts/engagement/events'
import type { DomainEvent } from '@purple-sector/contracts/event'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { sessionScored } from '@purple-sector/contracts/tipping/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { aRace } from '@purple-sector/testing/builders'
import { messageReply, notificationReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { realtimeScene, scored } from '../../test/realtime-scene.ts'

const at = realtimeScene()
const CHANGED_AT = '2026-03-01T09:30:00.000Z'

const follow = async () => {
  const scene = at.prepare()
  const socket = await at.follow(scene.ann)
  /** The `at` of the next matching frame of a type. */
  const atOf = async (type: ServerFrame['type'], fits: (frame: ServerFrame) => boolean = () => true) =>
    (await socket.next(type, fits)).at
  return { ...scene, socket, atOf, raceId: scene.weekendId * 10 + 1 }
}

describe('frame time of racing', () => {
  test('sends the publication time of the last result with boards and standings', async () => {
    const { bob, socket, weekendId } = await follow()
    await at.newBoard(6, { changedAt: CHANGED_AT })
    expect((await socket.next('leaderboard_update', ({ data }) => data.version === 6)).at).toBe(CHANGED_AT)
    expect((await socket.next('my_standing', ({ data }) => data.version === 6)).at).toBe(CHANGED_AT)
    Object.assign(at.gateway.state.boards.get(weekendId) ?? {}, { version: 6, changedAt: CHANGED_AT })
    const late = await at.follow(bob)
    expect((await late.next('leaderboard_update')).at).toBe(CHANGED_AT)
    expect((await late.next('my_standing')).at).toBe(CHANGED_AT)
  })

  test('sends the last change of the result with a race, also to new clients', async () => {
    const { bob, atOf, weekendId, raceId } = await follow()
    const result = { resultRevision: 1, resultStatus: 'provisional', resultChangedAt: CHANGED_AT } as const
    await at.gateway.publishEvent(raceChanged, aRace({ id: raceId, weekendId, ...result }))
    expect(await atOf('race_status', ({ seq }) => seq !== undefined)).toBe(CHANGED_AT)
    const late = await at.follow(bob)
    const races = late.of('race_status')
    expect(races.map(({ data, at: changedAt }) => [data.id, changedAt])).toEqual(
      expect.arrayContaining([
        [raceId, CHANGED_AT],
        [weekendId * 10 + 2, undefined],
      ]),
    )
  })

  test('sends the time of occurrence with an event', async () => {
    const { ann, atOf, weekendId, raceId } = await follow()
    const { userId } = ann.session
    const counts = { fire: 1, applause: 0, wow: 0, heartbreak: 0, laugh: 0 }
    const subject = { type: 'result', id: raceId } as const
    const sent: [ServerFrame['type'], DomainEvent][] = [
      ['race_completed', await at.gateway.publishEvent(sessionScored, scored(weekendId))],
      [
        'result_status',
        await at.gateway.publishEvent(sessionScored, scored(weekendId, { revision: 2, kind: 'status' })),
      ],
      [
        'result_corrected',
        await at.gateway.publishEvent(sessionScored, scored(weekendId, { revision: 3, kind: 'corrected' })),
      ],
      ['heat_map_updated', await at.gateway.publishEvent(heatMapChanged, { weekendId })],
      [
        'engagement_board',
        await at.gateway.publishEvent(engagementBoardChanged, { weekendId, version: 1, total: 0, entries: [] }),
      ],
      [
        'engagement_update',
        await at.gateway.publishEvent(reactionsCounted, { weekendId, groupId: null, subject, counts }),
      ],
      ['notification_count', await at.gateway.publishEvent(notificationsRead, { userId, weekendId, count: 0 })],
    ]
    for (const [type, { time }] of sent) expect([type, await atOf(type)]).toEqual([type, time])
  })

  test('sends the time of the newest message with messages', async () => {
    const { atOf, weekendId } = await follow()
    const message = { ...messageReply({ id: 900 + weekendId, weekendId, createdAt: CHANGED_AT }), messageCount: 1 }
    await at.gateway.publishEvent(messageSent, message)
    expect(await atOf('chat_message')).toBe(CHANGED_AT)
  })

  test('sends a time with notifications about racing only', async () => {
    const { ann, socket, weekendId } = await follow()
    const made = (id: number, type: 'position' | 'deadline') => ({
      ...notificationReply({ id, weekendId, type, createdAt: CHANGED_AT }),
      userId: ann.session.userId,
    })
    await at.gateway.publishEvent(notificationsMade, { notifications: [made(1, 'position'), made(2, 'deadline')] })
    await socket.next('notification', ({ data }) => data.id === 2)
    expect(socket.of('notification').map(({ data, at: sentAt }) => [data.type, sentAt])).toEqual([
      ['position', CHANGED_AT],
      ['deadline', undefined],
    ])
  })
})
