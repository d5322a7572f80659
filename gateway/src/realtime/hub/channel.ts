import type { Logger } from '@purple-sector/service-kit'
import type { OwnState, SharedState, State } from './channel-state.ts'
import type { Client } from './client.ts'
import { createFrameTraces } from './frame-traces.ts'

/** A lossless stream: messages of one tick are sent together, in order, also relative to other streams. */
export type Stream<Message> = { push(message: Message): void }

/** The clients of a channel, each with their own state there. */
export type Audience = {
  readonly size: number
  forEach(visit: (ownState: OwnState | undefined, client: Client) => void): void
}

/** A channel, identified by its key: `weekend/3`, `group/7`. */
export type Channel = {
  readonly key: string
  readonly audience: Audience
  /** Whether this client may join now; false once the channel is closed. */
  canJoin(client: Client): boolean
  /** Adds a client and sends it all states; sends them again to a member. */
  join(client: Client): void
  /** Removes a client before the next frame. */
  leave(client: Client): void
  /** Marks a state as changed: sent at once after a pause, then once a tick, always the latest. */
  markChanged(state: SharedState): void
  /** The same for the state of a single user. */
  markOwnChanged(state: OwnState): void
  /** Sends these states to their users at once: newly joined clients wait for them. */
  sendOwnStates(states: ReadonlySet<State>): void
  /** Builds the frame of the current state; undefined if there is none, or if it cannot be built. */
  snapshot(state: State): Buffer | undefined
  /** Sends a notice at once, after buffered messages; it is never dropped. `make` gets its number in this channel. */
  send(make: (seq: number) => Buffer, isFor?: (client: Client) => boolean): void
  /** Creates a lossless stream of this channel; `write` builds the one frame of a tick's messages. */
  stream<Message>(write: (messages: readonly Message[], seq: number) => Buffer): Stream<Message>
  /** Sends buffered messages, removes all clients, and accepts no more. */
  close(): void
}

export type ChannelOptions = {
  key: string
  /** States for a new client, besides their own. */
  states?(): Iterable<State>
  /** Acquires the user's own state; the channel releases it. */
  acquireOwnState?(userId: string): OwnState | undefined
  canJoin?(client: Client): boolean
  /** A fixed audience, for channels that clients do not join. */
  audience?: Audience
  now?(): number
  log: Logger
}

/** Consecutive messages of one stream, which share a frame. */
type Run<Message> = { messages: Message[]; write(seq: number): Buffer }

/** Four updates a second, each with the user's own standing: under 10 frames a second (docs/quality.md, Speed). */
const TICK_MS = 250
/** Sending takes at most a third of the time: for many thousands of clients it takes longer than a tick. */
const REST_FACTOR = 3
/** Upper bound of the tick (docs/quality.md, Speed), however many clients there are. */
const MAX_TICK_MS = 750

const isFiltered = ({ isFor }: State): boolean => isFor !== undefined

const concatFrames = (frames: readonly Buffer[]): Buffer | undefined =>
  frames.length > 1 ? Buffer.concat(frames) : frames[0]

/** Creates a channel. States are conflated, as they change faster than screens need to. */
export const createChannel = (options: ChannelOptions): Channel => {
  const { key, states = () => [], acquireOwnState, canJoin = () => true, now = () => performance.now(), log } = options
  const members = new Map<Client, OwnState | undefined>()
  const audience = options.audience ?? members
  const frameTraces = createFrameTraces(key, () => audience.size)
  const changedStates = new Set<SharedState>()
  const changedOwnStates = new Set<State>()
  /** Buffered messages of all streams, in order, until the next tick. */
  let bufferedRuns: Pick<Run<never>, 'write'>[] = []
  let seq = 0
  let nextFlushAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Builds a frame; logs an error and returns undefined, because a throw here would end the process. */
  const tryWrite = (write: () => Buffer | undefined): Buffer | undefined => {
    try {
      return write()
    } catch (error) {
      log.error({ event: 'realtime.frame_failed', err: error, channel: key }, 'Frame could not be built; skipped')
      return undefined
    }
  }
  const writeAll = <Writer>(writers: Iterable<Writer>, write: (writer: Writer) => Buffer | undefined) =>
    concatFrames([...writers].flatMap((writer) => tryWrite(() => write(writer)) ?? []))

  const markDirty = (client: Client, ownState: State | undefined): void => {
    for (const state of changedStates) client.markDirty(channel, state)
    if (ownState) client.markDirty(channel, ownState)
  }

  const sendUpdates = (): void => {
    const update = (state: SharedState): Buffer | undefined => state.update(++seq)
    const [filteredStates, sharedStates] = [
      [...changedStates].filter(isFiltered),
      [...changedStates].filter((state) => !isFiltered(state)),
    ]
    const updates = writeAll(sharedStates, update)
    const filteredUpdates = filteredStates.map((state) => ({ state, frame: tryWrite(() => update(state)) }))
    audience.forEach((ownState, client) => {
      const changedOwnState = ownState && changedOwnStates.has(ownState) ? ownState : undefined
      if (client.hasBackpressure) {
        markDirty(client, changedOwnState)
        return
      }
      const ownUpdate = changedOwnState && channel.snapshot(changedOwnState)
      if (updates && ownUpdate) client.writeBoth(updates, ownUpdate)
      else if (updates ?? ownUpdate) client.write((updates ?? ownUpdate)!)
      for (const { state, frame } of filteredUpdates) if (frame && state.isFor?.(client)) client.write(frame)
    })
    for (const state of changedStates) state.onSent?.()
    changedStates.clear()
    changedOwnStates.clear()
  }

  const sendMessages = (): void => {
    if (bufferedRuns.length === 0) return
    const runs = bufferedRuns
    bufferedRuns = []
    if (audience.size === 0) return
    const messages = writeAll(runs, ({ write }) => write(++seq))
    const at = Date.now()
    if (!messages) return
    audience.forEach((_, client) => {
      client.sendReliable(messages, at)
    })
  }

  const flush = (): void => {
    timer = undefined
    const startedAt = now()
    frameTraces.send(() => {
      sendMessages()
      if (changedStates.size > 0 || changedOwnStates.size > 0) sendUpdates()
    })
    const restMs = REST_FACTOR * (now() - startedAt)
    nextFlushAt = startedAt + Math.min(MAX_TICK_MS, Math.max(TICK_MS, restMs))
  }

  const schedule = (): void => {
    if (isClosed) return
    frameTraces.note()
    // One event changes several states synchronously: the first update is sent right after it.
    timer ??= setTimeout(flush, Math.max(0, nextFlushAt - now()))
  }

  const channel: Channel = {
    key,
    audience,
    canJoin: (client) => !isClosed && canJoin(client),
    join(client) {
      if (isClosed) return
      // Buffered messages are for earlier members: the states of the new client include them.
      sendMessages()
      const ownState = members.has(client) ? members.get(client) : acquireOwnState?.(client.userId)
      if (!members.has(client)) client.channels = [...client.channels, channel]
      members.set(client, ownState)
      client.sendStates(channel, ownState ? [...states(), ownState] : states())
    },
    leave(client) {
      if (!members.has(client)) return
      members.get(client)?.release()
      members.delete(client)
      client.channels = client.channels.filter((other) => other !== channel)
      client.clearDirty(channel)
    },
    markChanged(state) {
      changedStates.add(state)
      schedule()
    },
    markOwnChanged(state) {
      changedOwnStates.add(state)
      schedule()
    },
    sendOwnStates(ownStates) {
      if (ownStates.size === 0) return
      members.forEach((state, client) => {
        if (state && ownStates.has(state)) client.sendStates(channel, [state])
      })
    },
    snapshot: (state) => tryWrite(() => state.snapshot()),
    send(make, isFor) {
      sendMessages()
      if (audience.size === 0) return
      frameTraces.sendNow(() => {
        const frame = make(++seq)
        const at = Date.now()
        audience.forEach((_, client) => {
          if (!isFor || isFor(client)) client.sendReliable(frame, at)
        })
      })
    },
    stream<Message>(write: (messages: readonly Message[], seq: number) => Buffer) {
      let lastRun: Run<Message> | undefined
      const nextRun = (): Run<Message> => {
        const messages: Message[] = []
        const run = { messages, write: (number: number) => write(messages, number) }
        bufferedRuns.push(run)
        return run
      }
      return {
        push(message: Message) {
          if (isClosed) return
          if (!lastRun || bufferedRuns.at(-1) !== lastRun) lastRun = nextRun()
          lastRun.messages.push(message)
          schedule()
        },
      }
    },
    close() {
      if (isClosed) return
      sendMessages()
      isClosed = true
      clearTimeout(timer)
      for (const client of members.keys()) channel.leave(client)
    },
  }
  return channel
}
