import type { messageDeleted, messageSent, roomChanged } from '@purple-sector/contracts/chat/events'
import type { Message, RoomType } from '@purple-sector/contracts/chat/http'
import type { Logger } from '@purple-sector/service-kit'
import { retrying } from '@purple-sector/service-kit/calls/retrying'
import pLimit from 'p-limit'
import type { z } from 'zod'
import type { InternalApi } from '../../internal-api.ts'
import type { Channel } from '../hub/channel.ts'
import type { SharedState, State } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { createDeduplicator, setBounded } from './deduplicator.ts'
import { REPLAY_WINDOW_MS } from './latest-state.ts'
import type { Person, RecentPeople } from './recent-people.ts'

export type MessageSent = z.infer<typeof messageSent.data>
type MessageDeleted = z.infer<typeof messageDeleted.data>
type RoomState = z.infer<typeof roomChanged.data>

/** A room's chat in its channel. Earlier messages are fetched over HTTP. */
export type Chat = {
  /** Loads the room from chat in the background, with retries while chat is unavailable. */
  load(): void
  messageSent(message: MessageSent): void
  /** Sends messages that arrived while the clients were between two channels. */
  resend(messages: readonly MessageSent[]): void
  messageDeleted(message: MessageDeleted): void
  roomChanged(room: RoomState, sequence: number): void
  /** Sends a changed name or avatar of an author of the room. */
  personChanged(person: Person, isReplay: boolean): void
  /** States for a new client. */
  states: readonly State[]
  /** Runs every second. */
  sweep(now: number): void
  close(): void
}

type Room = { type: RoomType; id: number }
type Options = { room: Room; channel: Pick<Channel, 'markChanged' | 'send' | 'stream'> }
type Dependencies = { find: InternalApi['room']; people: RecentPeople; frames: FrameWriter; log: Logger }

/** Limits concurrent requests of rooms after a restart of chat. */
const REQUEST_CONCURRENCY = 8
/** Retries never end, because the rest of the channel works without chat. */
const RETRY_BACKOFF = { minBackoffMs: 500, maxBackoffMs: 30_000 }
const MAX_AUTHORS = 1_000
/** Limits frames to about 200 KB when many messages arrive at once, after Kafka was unavailable. */
const MAX_MESSAGES_PER_FRAME = 100

const appearanceOf = ({ userName, user }: Pick<Message, 'userName' | 'user'>): string =>
  JSON.stringify([userName, user])

/** Creates the chats of channels, which share one limit of concurrent calls to chat. */
export const chats = ({ find, people, frames, log }: Dependencies) => {
  const limited = pLimit(REQUEST_CONCURRENCY)

  return ({ room: { type, id }, channel }: Options): Chat => {
    const roomRef = { weekendId: type === 'weekend' ? id : null, groupId: type === 'group' ? id : null }
    const closing = new AbortController()
    const isFirstDelivery = { messageSent: createDeduplicator<number>(), messageDeleted: createDeduplicator<number>() }
    /** Authors with their serialized appearance; `undefined` where only chat knows it. */
    const authors = new Map<string, string | undefined>()
    let messageCount: number | undefined
    let slowMode: { sequence: number; seconds: number } | undefined
    let isCountNew = false
    /** Deletions and changed people that new clients may have missed since they fetched the messages. */
    let recentChanges: { at: number; deletedId?: number; person?: Person }[] = []
    let recentFrame: Buffer | undefined

    const messages = channel.stream<Message>((sent, seq) => {
      const frame = (batch: readonly Message[]): Buffer =>
        batch.length === 1 && batch[0]
          ? frames('chat_message', batch[0], seq, batch[0].createdAt)
          : frames('chat_messages', { messages: [...batch] }, seq, batch.at(-1)?.createdAt)
      const parts: Buffer[] = []
      for (let at = 0; at < sent.length; at += MAX_MESSAGES_PER_FRAME)
        parts.push(frame(sent.slice(at, at + MAX_MESSAGES_PER_FRAME)))
      return Buffer.concat(parts)
    })
    const writePeople = (batch: readonly Person[], seq?: number): Buffer => {
      const latest = new Map(batch.map((person) => [person.userId, person]))
      return frames('chat_people', { ...roomRef, people: [...latest.values()] }, seq)
    }
    const peopleStream = channel.stream<Person>(writePeople)

    const writeRoom = (seq?: number): Buffer | undefined => {
      if (messageCount === undefined || !slowMode) return undefined
      return frames('chat_room', { ...roomRef, slowModeSeconds: slowMode.seconds, messageCount }, seq)
    }
    const roomState: SharedState = { update: writeRoom, snapshot: () => writeRoom() }

    const writeRecent = (): Buffer | undefined => {
      const deletedIds = recentChanges.flatMap((change) => (change.deletedId === undefined ? [] : [change.deletedId]))
      const changed = recentChanges.flatMap(({ person }) => person ?? [])
      const parts = deletedIds.map((message) => frames('chat_message_deleted', { id: message, ...roomRef }))
      if (changed.length > 0) parts.push(writePeople(changed))
      return parts.length > 0 ? Buffer.concat(parts) : undefined
    }
    const recentState: State = { snapshot: () => (recentFrame ??= writeRecent()) }
    const recordChange = (change: { deletedId?: number; person?: Person }): void => {
      recentChanges.push({ at: Date.now(), ...change })
      recentFrame = undefined
    }

    /** Replaces the author by a newer one: chat may receive user events later than this gateway. */
    const withCurrentAuthor = ({ messageCount: _, ...event }: MessageSent): Message => {
      const { userName, user } = people.find(event.userId) ?? event
      return { ...event, userName, user }
    }

    const fetchRoom = async (): Promise<void> => {
      const room = await retrying(() => limited(() => find(type, id)), {
        ...RETRY_BACKOFF,
        signal: closing.signal,
        onFailure({ error, attempt }) {
          if (attempt === 1)
            log.warn(
              { event: 'chat_room.unavailable', err: error, type, id },
              'Chat room could not be requested; retrying',
            )
        },
      })
      if (!room || closing.signal.aborted) return
      for (const author of room.authors) if (!authors.has(author)) setBounded(authors, MAX_AUTHORS, author, undefined)
      // Values from events that arrived meanwhile are newer.
      messageCount ??= room.messageCount
      slowMode ??= { sequence: 0, seconds: room.slowModeSeconds }
      channel.markChanged(roomState)
    }
    return {
      load() {
        fetchRoom().catch((error: unknown) => {
          if (closing.signal.aborted) return
          log.error(
            { event: 'chat_room.abandoned', err: error, type, id },
            'Chat room could not be loaded; no more retries',
          )
        })
      },
      states: [roomState, recentState],
      messageSent(event) {
        if (!isFirstDelivery.messageSent(event.id)) return
        const message = withCurrentAuthor(event)
        setBounded(authors, MAX_AUTHORS, message.userId, appearanceOf(message))
        messages.push(message)
        messageCount = event.messageCount
        isCountNew = true
      },
      resend(missedMessages) {
        for (const event of missedMessages) messages.push(withCurrentAuthor(event))
      },
      messageDeleted({ id: message, messageCount: count }) {
        if (!isFirstDelivery.messageDeleted(message)) return
        recordChange({ deletedId: message })
        channel.send((seq) => frames('chat_message_deleted', { id: message, ...roomRef }, seq))
        messageCount = count
        isCountNew = true
      },
      roomChanged({ slowModeSeconds: seconds }, sequence) {
        if (slowMode && slowMode.sequence >= sequence) return
        const isChange = slowMode?.seconds !== seconds
        slowMode = { sequence, seconds }
        if (isChange) channel.markChanged(roomState)
      },
      personChanged(person, isReplay) {
        if (!authors.has(person.userId)) return
        const [previous, appearance] = [authors.get(person.userId), appearanceOf(person)]
        authors.set(person.userId, appearance)
        // A republished user whose appearance only chat knows has not changed by that.
        if (previous === appearance || (previous === undefined && isReplay)) return
        recordChange({ person })
        peopleStream.push(person)
      },
      sweep(now) {
        const recent = recentChanges.filter(({ at }) => now - at < REPLAY_WINDOW_MS)
        if (recent.length < recentChanges.length) {
          recentChanges = recent
          recentFrame = undefined
        }
        if (isCountNew) channel.markChanged(roomState)
        isCountNew = false
      },
      close: () => closing.abort(),
    }
  }
}
