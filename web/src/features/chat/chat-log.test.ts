import { messageFrom } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import {
  askedAbove,
  type ChatLog,
  caughtUp,
  MAX_KEPT,
  PAGE,
  trimmed,
  withMessages,
  withOlder,
  withPeople,
} from './chat-log.ts'

const said = (...ids: number[]) => ids.map((id) => messageFrom(id, 'apexhunter', `Message ${id}`))
const upTo = (count: number) => said(...Array.from({ length: count }, (_, index) => index + 1))
const log = (ids: number[], over: Partial<ChatLog> = {}): ChatLog => ({
  messages: said(...ids),
  hasOlder: false,
  sureUpTo: null,
  ...over,
})
const idsOf = ({ messages }: ChatLog) => messages.map(({ id }) => id)

describe('messages from frames', () => {
  test('are sorted by id and deduplicated, whatever order they arrive in', () => {
    expect(idsOf(withMessages(log([3, 5]), said(9, 4, 5, 9)))).toEqual([3, 4, 5, 9])
  })
  test('are ignored above the loaded part of the log', () => {
    expect(idsOf(withMessages(log([3, 5], { hasOlder: true }), said(2, 6)))).toEqual([3, 5, 6])
  })
  test('leave the log unchanged when all are known', () => {
    const known = log([3, 5])
    expect(withMessages(known, said(5))).toBe(known)
  })
  test('rename an author in all their messages', () => {
    const [first] = said(1)
    if (!first) throw new Error('a message')
    const people = [
      { userId: 'apexhunter', userName: 'apex', user: { ...first.user, trackStatus: 'at_track' as const } },
    ]
    expect(withPeople(log([1, 2]), people).messages.map(({ userName }) => userName)).toEqual(['apex', 'apex'])
  })
  test('evict the oldest messages beyond the limit', () => {
    const kept = trimmed({ messages: upTo(MAX_KEPT + 1), hasOlder: false, sureUpTo: null })
    expect(kept.messages.length).toBeLessThan(MAX_KEPT)
    expect([kept.hasOlder, kept.messages.at(-1)?.id]).toEqual([true, MAX_KEPT + 1])
  })
})

test('are preceded by pages of older messages', () => {
  const older = withOlder(log([500], { hasOlder: true }), upTo(PAGE))
  expect([older.messages.length, older.messages[0]?.id, older.hasOlder]).toEqual([PAGE + 1, 1, true])
  expect(withOlder(log([500], { hasOlder: true }), said(7, 8)).hasOlder).toBe(false)
})

describe('chat log after a reconnect', () => {
  const read = (known: ChatLog, told: number[], isReadingBack = false) => {
    const above = askedAbove(known, isReadingBack)
    return caughtUp(known, { above, upTo: known.messages.at(-1)?.id ?? 0, told: said(...told) }, isReadingBack)
  }
  test('contains all missed messages', () => {
    expect(idsOf(read(log([3, 5]), [3, 5, 6, 8]))).toEqual([3, 5, 6, 8])
  })
  test('drops messages deleted meanwhile', () => {
    expect(idsOf(read(log([3, 5, 6]), [3, 6, 7]))).toEqual([3, 6, 7])
  })
  test('is fetched from the last message before frames may have been missed', () => {
    const many = { messages: upTo(250), hasOlder: true, sureUpTo: 120 }
    expect(askedAbove(many, false)).toBe(120 - PAGE)
    expect(askedAbove({ ...many, sureUpTo: null }, false)).toBe(250 - PAGE)
    expect(askedAbove(many, true)).toBe(0)
  })
  test('keeps messages from frames that arrived during the fetch', () => {
    const known = log([3, 5, 9])
    expect(idsOf(caughtUp(known, { above: 2, upTo: 5, told: said(3, 5, 6) }, false))).toEqual([3, 5, 6, 9])
  })
  test('drops messages far above unless the user is scrolled up', () => {
    const known = { messages: upTo(250), hasOlder: true, sureUpTo: null }
    const told = said(...Array.from({ length: PAGE }, (_, index) => 151 + index))
    const reading = { above: 150, upTo: 250, told }
    expect(caughtUp(known, reading, false).messages[0]?.id).toBe(151)
    expect(caughtUp(known, reading, true).messages[0]?.id).toBe(1)
  })
})
