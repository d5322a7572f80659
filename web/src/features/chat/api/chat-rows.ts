import type { Message } from '@purple-sector/contracts/chat/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { OutgoingMessage } from './outbox.ts'

/** A row of a room's list. */
export type ChatRow =
  | { kind: 'message'; key: string; message: Message; isOwn: boolean; isFirst: boolean }
  | { kind: 'sending'; key: string; sending: OutgoingMessage; isFirst: boolean }
  /** A finished race; `earlier` are races that finished just before it without a message in between. */
  | { kind: 'finish'; key: string; race: string; earlier: string[] }

/** A gap after which the next message of the same author shows its time again, in ms. */
const RUN_MS = 5 * 60_000

type Finish = { id: number; name: string; at: number }

const finishesOf = (races: readonly Race[]): Finish[] =>
  races
    .flatMap(({ id, name, completedAt }) => (completedAt === null ? [] : [{ id, name, at: Date.parse(completedAt) }]))
    .sort((a, b) => a.at - b.at)

/** Returns the same key for a message while it is sent and afterwards, so that it keeps its place. */
const keyOf = ({ id, userId, sentAs }: Message): string => (sentAs === null ? `m${id}` : `${userId} ${sentAs}`)

type Input = {
  messages: readonly Message[]
  /** Whether older messages exist; race finishes before the loaded part appear only with those. */
  hasOlder: boolean
  sendings: readonly OutgoingMessage[]
  races?: readonly Race[] | undefined
  userId: string
}

/** Returns the rows of a room: messages by id, finished races in between, and messages being sent at the end. */
export const chatRows = ({ messages, hasOlder, sendings, races = [], userId }: Input): ChatRow[] => {
  const sentMessages = sendings.flatMap(({ state, message }) => (state === 'sent' && message ? [message] : []))
  const allMessages = sentMessages.length === 0 ? messages : [...messages, ...sentMessages].sort((a, b) => a.id - b.id)
  const rows: ChatRow[] = []
  const finishes = finishesOf(races)
  let last: { userId: string; at: number } | null = null
  const finish = (race: Finish): void => {
    const before = rows.at(-1)
    const earlier = before?.kind === 'finish' ? [...before.earlier, before.race] : []
    if (earlier.length > 0) rows.pop()
    rows.push({ kind: 'finish', key: `f${race.id}`, race: race.name, earlier })
    last = null
  }
  const isRun = (writer: string, at: number): boolean => last?.userId === writer && at - last.at < RUN_MS

  const from = hasOlder ? Date.parse(messages[0]?.createdAt ?? '') : Number.NEGATIVE_INFINITY
  let next = finishes.findIndex(({ at }) => at >= from)
  if (next === -1) next = finishes.length
  for (const message of allMessages) {
    const at = Date.parse(message.createdAt)
    for (let race = finishes[next]; race && race.at <= at; race = finishes[++next]) finish(race)
    const isFirst = !isRun(message.userId, at)
    rows.push({ kind: 'message', key: keyOf(message), message, isOwn: message.userId === userId, isFirst })
    last = { userId: message.userId, at }
  }
  if (allMessages.length > 0) for (const race of finishes.slice(next)) finish(race)
  for (const sending of sendings) {
    if (sending.state === 'sent') continue
    rows.push({ kind: 'sending', key: `${userId} ${sending.key}`, sending, isFirst: !isRun(userId, sending.at) })
    last = { userId, at: sending.at }
  }
  return rows
}
