import { messageFrom, raceReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { chatRows } from './chat-rows.ts'
import type { OutgoingMessage } from './outbox.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 5, minute)).toISOString()
const chatMessage = (id: number, userName: string, minute: number, overrides = {}) =>
  messageFrom(id, userName, `Message ${id}`, { createdAt: at(minute), ...overrides })
const sending = (overrides: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  key: 'k1',
  text: 'Go',
  at: Date.parse(at(9)),
  state: 'sending',
  ...overrides,
})
const rowsOf = (input: Partial<Parameters<typeof chatRows>[0]>) =>
  chatRows({ messages: [], hasOlder: false, sendings: [], userId: 'me', ...input })
const describeRows = (input: Partial<Parameters<typeof chatRows>[0]>) =>
  rowsOf(input).map((row) =>
    row.kind === 'finish'
      ? row.race
      : `${row.kind === 'message' ? row.message.id : row.sending.key}${row.isFirst ? '!' : ''}`,
  )

describe('chat rows', () => {
  test('shows the author once per run, and again after a pause', () => {
    const messages = [
      chatMessage(1, 'ann', 1),
      chatMessage(2, 'ann', 2),
      chatMessage(3, 'ben', 2),
      chatMessage(4, 'ben', 8),
    ]
    expect(describeRows({ messages })).toEqual(['1!', '2', '3!', '4!'])
  })
  test('marks own messages', () => {
    expect(rowsOf({ messages: [chatMessage(1, 'me', 1)] })).toMatchObject([{ isOwn: true }])
  })
  test('separates messages by races that finished in between', () => {
    const races = [
      raceReply({ id: 2, name: 'Race 2', completedAt: at(9) }),
      raceReply({ id: 1, name: 'Race 1', completedAt: at(3) }),
      raceReply({ id: 3, name: 'Race 3' }),
    ]
    const messages = [chatMessage(1, 'ann', 2), chatMessage(2, 'ann', 4)]
    expect(describeRows({ messages, races })).toEqual(['1!', 'Race 1', '2!', 'Race 2'])
    // A finish before the loaded part is shown only once the messages around it are.
    expect(describeRows({ messages: [chatMessage(2, 'ann', 4)], races, hasOlder: true })).toEqual(['2!', 'Race 2'])
    expect(describeRows({ messages: [], races })).toEqual([])
  })
  test('merges races that finished one after another into the last one', () => {
    const races = [1, 2, 3].map((id) => raceReply({ id, name: `Race ${id}`, completedAt: at(2 + id) }))
    expect(rowsOf({ messages: [chatMessage(1, 'ann', 1), chatMessage(2, 'ann', 4)], races })).toMatchObject([
      { kind: 'message' },
      { kind: 'finish', race: 'Race 2', earlier: ['Race 1'] },
      { kind: 'message' },
      { kind: 'finish', race: 'Race 3', earlier: [] },
    ])
  })
  test('adds messages being sent at the end, which keep their place once they arrive', () => {
    const messages = [chatMessage(1, 'ann', 1)]
    const [, before] = rowsOf({ messages, sendings: [sending()] })
    const arrived = chatMessage(2, 'me', 9, { sentAs: 'k1' })
    const [, after] = rowsOf({ messages: [...messages, arrived] })
    expect([before?.kind, after?.kind, after?.key]).toEqual(['sending', 'message', before?.key])
  })
  test('sorts a message that the server accepted by its id before its frame arrives', () => {
    const sendings = [sending({ state: 'sent', message: chatMessage(2, 'me', 9) })]
    expect(describeRows({ messages: [chatMessage(1, 'ann', 1), chatMessage(3, 'ben', 9)], sendings })).toEqual([
      '1!',
      '2!',
      '3!',
    ])
  })
})
