import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { messageReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { createDeduplicator } from './deduplicator.ts'

type Received = Pick<ServerFrame, 'type' | 'data'>
const frameOf = (frame: Received): ServerFrame => ({ ...frame, epoch: 'e' }) as ServerFrame

const message = (id: number) => messageReply({ id, weekendId: 1 })
const race = { id: 11, name: 'Race 1', category: 'Supercars', weekendId: 1 }
const completed = (revision: number): ServerFrame => frameOf({ type: 'race_completed', data: { race, revision } })
const corrected = (revision: number): ServerFrame =>
  frameOf({ type: 'result_corrected', data: { race, revision, status: 'official', reason: null } })

test('passes a result, a notification and a deletion once, from the connection that is first', () => {
  const deduplicate = createDeduplicator()
  const deletion = frameOf({ type: 'chat_message_deleted', data: { id: 3, weekendId: 1, groupId: null } })
  for (const frame of [completed(1), corrected(2), deletion]) {
    expect(deduplicate(frame)).toBe(frame)
    expect(deduplicate({ ...frame, epoch: 'another' })).toBeUndefined()
  }
  expect(deduplicate(corrected(3))).toBeDefined()
})

test('passes each message once, however messages are batched', () => {
  const deduplicate = createDeduplicator()
  const idsOf = (frame: ServerFrame | undefined) =>
    frame?.type === 'chat_messages' && frame.data.messages.map(({ id }) => id)
  const several = (...ids: number[]) => frameOf({ type: 'chat_messages', data: { messages: ids.map(message) } })
  expect(idsOf(deduplicate(several(5, 6)))).toEqual([5, 6])
  expect(deduplicate(frameOf({ type: 'chat_message', data: message(6) }))).toBeUndefined()
  expect(idsOf(deduplicate(several(6, 7, 8)))).toEqual([7, 8])
  expect(deduplicate(several(7, 8))).toBeUndefined()
  expect(deduplicate(frameOf({ type: 'chat_message', data: message(9) }))).toBeDefined()
})

test('passes states every time', () => {
  const deduplicate = createDeduplicator()
  const state = frameOf({
    type: 'live_timing_status',
    data: { isPaused: true, isRunning: false, source: null, raceId: null },
  })
  expect(deduplicate(state)).toBe(state)
  expect(deduplicate(state)).toBe(state)
})

test('discards old keys beyond the limit', () => {
  const deduplicate = createDeduplicator()
  deduplicate(completed(1))
  for (let id = 1; id < 500; id++) deduplicate(frameOf({ type: 'chat_message', data: message(id) }))
  expect(deduplicate(completed(1))).toBeUndefined()
  deduplicate(frameOf({ type: 'chat_message', data: message(500) }))
  expect(deduplicate(completed(1))).toBeDefined()
})
