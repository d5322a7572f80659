import { messageFrom } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import {
  type ChatLog,
  MAX_LOADED,
  PAGE_SIZE,
  refetchAfterId,
  trimLog,
  withMessages,
  withOlder,
  withPeople,
  withRefetched,
} from './chat-log.ts'

const messagesOf = (...ids: number[]) => ids.map((id) => messageFrom(id, 'apexhunter', `Message ${id}`))
const messagesUpTo = (count: number) => messagesOf(...Array.from({ length: count }, (_, index) => index + 1))
const log = (ids: number[], overrides: Partial<ChatLog> = {}): ChatLog => ({
  messages: messagesOf(...ids),
  hasOlder: false,
  completeUpTo: null,
  ...overrides,
})
const idsOf = ({ messages }: ChatLog) => messages.map(({ id }) => id)

describe('messages from frames', () => {
  test('sorts messages by id and deduplicates them, whatever order they arrive in', () => {
    expect(idsOf(withMessages(log([3, 5]), messagesOf(9, 4, 5, 9)))).toEqual([3, 4, 5, 9])
  })
  test('ignores messages older than the loaded part of the log', () => {
    expect(idsOf(withMessages(log([3, 5], { hasOlder: true }), messagesOf(2, 6)))).toEqual([3, 5, 6])
  })
  test('leaves the log unchanged when all messages are known', () => {
    const logBefore = log([3, 5])
    expect(withMessages(logBefore, messagesOf(5))).toBe(logBefore)
  })
  test('renames an author in all their messages', () => {
    const [first] = messagesOf(1)
    if (!first) throw new Error('a message')
    const people = [
      { userId: 'apexhunter', userName: 'apex', user: { ...first.user, trackStatus: 'at_track' as const } },
    ]
    expect(withPeople(log([1, 2]), people).messages.map(({ userName }) => userName)).toEqual(['apex', 'apex'])
  })
  test('evicts the oldest messages beyond the limit', () => {
    const trimmedLog = trimLog({ messages: messagesUpTo(MAX_LOADED + 1), hasOlder: false, completeUpTo: null })
    expect(trimmedLog.messages.length).toBeLessThan(MAX_LOADED)
    expect([trimmedLog.hasOlder, trimmedLog.messages.at(-1)?.id]).toEqual([true, MAX_LOADED + 1])
  })
})

test('adds pages of older messages before the log', () => {
  const older = withOlder(log([500], { hasOlder: true }), messagesUpTo(PAGE_SIZE))
  expect([older.messages.length, older.messages[0]?.id, older.hasOlder]).toEqual([PAGE_SIZE + 1, 1, true])
  expect(withOlder(log([500], { hasOlder: true }), messagesOf(7, 8)).hasOlder).toBe(false)
})

describe('chat log after a reconnect', () => {
  const refetch = (known: ChatLog, incoming: number[], isScrolledUp = false) => {
    const afterId = refetchAfterId(known, isScrolledUp)
    return withRefetched(
      known,
      { afterId, upToId: known.messages.at(-1)?.id ?? 0, incoming: messagesOf(...incoming) },
      isScrolledUp,
    )
  }
  test('contains all missed messages', () => {
    expect(idsOf(refetch(log([3, 5]), [3, 5, 6, 8]))).toEqual([3, 5, 6, 8])
  })
  test('drops messages deleted meanwhile', () => {
    expect(idsOf(refetch(log([3, 5, 6]), [3, 6, 7]))).toEqual([3, 6, 7])
  })
  test('fetches messages from the last one before frames may have been missed', () => {
    const many = { messages: messagesUpTo(250), hasOlder: true, completeUpTo: 120 }
    expect(refetchAfterId(many, false)).toBe(120 - PAGE_SIZE)
    expect(refetchAfterId({ ...many, completeUpTo: null }, false)).toBe(250 - PAGE_SIZE)
    expect(refetchAfterId(many, true)).toBe(0)
  })
  test('keeps messages from frames that arrived during the fetch', () => {
    const known = log([3, 5, 9])
    expect(idsOf(withRefetched(known, { afterId: 2, upToId: 5, incoming: messagesOf(3, 5, 6) }, false))).toEqual([
      3, 5, 6, 9,
    ])
  })
  test('drops messages far older than the refetched ones unless the user is scrolled up', () => {
    const known = { messages: messagesUpTo(250), hasOlder: true, completeUpTo: null }
    const incoming = messagesOf(...Array.from({ length: PAGE_SIZE }, (_, index) => 151 + index))
    const refetched = { afterId: 150, upToId: 250, incoming }
    expect(withRefetched(known, refetched, false).messages[0]?.id).toBe(151)
    expect(withRefetched(known, refetched, true).messages[0]?.id).toBe(1)
  })
})
