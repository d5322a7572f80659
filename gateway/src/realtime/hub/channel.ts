import type { Logger } from '@purple-sector/service-kit'
import type { OwnState, SharedState, State } from './channel-state.ts'
import type { Client } from './client.ts'

/** A lossless stream: messages of one tick leave together, in order, also among those of other streams. */
export type Stream<Message> = { push(message: Message): void }

/** The clients of a channel, each with their own state there. */
export type Audience = {
  readonly size: number
  forEach(visit: (own: OwnState | undefined, client: Client) => void): void
}

/** A channel, known by a key: `weekend/3`, `group/7`. */
export type Channel = {
  readonly key: string
  readonly audience: Audience
  /** Whether this client may be in it now; false once it is closed. */
  admits(client: Client): boolean
  /** Adds a client and sends it all states; sends them again to a client that is already in. */
  join(client: Client): void
  /** Removes a client before the next frame. */
  leave(client: Client): void
  /** Marks a state as changed: sent at once after a pause, then once a tick, always the latest. */
  changed(state: SharedState): void
  /** The same for states of single users. */
  changedOwn(state: OwnState): void
  /** Sends these states to their users at once: newly joined clients wait for them. */
  show(states: ReadonlySet<State>): void
  /** The frame of a state as it is; also undefined where it cannot be built. */
  snapshot(state: State): Buffer | undefined
  /** Sends a notice at once, after buffered messages; it is never dropped. `make` gets its number in this channel. */
  send(make: (seq: number) => Buffer, isFor?: (client: Client) => boolean): void
  /** Creates a lossless stream of this channel; `write` builds the one frame of a tick's messages. */
  stream<Message>(write: (messages: readonly Message[], seq: number) => Buffer): Stream<Message>
  /** Sends buffered messages and removes all clients, for good. */
  close(): void
}

export type ChannelOptions = {
  key: string
  /** States for a new client, besides their own. */
  states?(): Iterable<State>
  /** Acquires the user's own state, until it is released. */
  hold?(userId: string): OwnState
  admits?(client: Client): boolean
  /** For channels that clients do not join, because their audience is known anyway. */
  audience?: Audience
  now?(): number
  log: Logger
}

/** Consecutive messages of one stream, which share a frame. */
type Run<Message> = { messages: Message[]; write(seq: number): Buffer }

/** Four updates a second, each with the user's own standing: under 10 frames a second (docs/quality.md, Speed). */
const TICK_MS = 250
/** Sending takes at most a third of the time: for many thousands of clients it takes longer than a tick. */
const REST = 3
/** Upper bound of the tick (docs/quality.md, Speed), however many clients there are. */
const MAX_TICK_MS = 750

const isForSome = ({ isFor }: State): boolean => isFor !== undefined

const joined = (frames: readonly Buffer[]): Buffer | undefined =>
  frames.length > 1 ? Buffer.concat(frames) : frames[0]

/** Creates a channel. States are conflated, as they change faster than screens need to. */
export const createChannel = (options: ChannelOptions): Channel => {
  const { key, states = () => [], hold, admits = () => true, now = () => performance.now(), log } = options
  const members = new Map<Client, OwnState | undefined>()
  const audience = options.audience ?? members
  const changed = new Set<SharedState>()
  const changedOwn = new Set<State>()
  /** Buffered messages of all streams, in order, until the next tick. */
  let waiting: Pick<Run<never>, 'write'>[] = []
  let seq = 0
  let nextAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** An error here would end the process: a frame that cannot be built is logged, and the others are sent. */
  const written = (write: () => Buffer | undefined): Buffer | undefined => {
    try {
      return write()
    } catch (error) {
      log.error({ event: 'realtime.frame_failed', err: error, channel: key }, 'Frame could not be built; skipped')
      return undefined
    }
  }
  const writtenAll = <Writer>(writers: Iterable<Writer>, write: (writer: Writer) => Buffer | undefined) =>
    joined([...writers].flatMap((writer) => written(() => write(writer)) ?? []))

  const markDirty = (client: Client, own: State | undefined): void => {
    for (const state of changed) client.markDirty(channel, state)
    if (own) client.markDirty(channel, own)
  }

  const sendUpdates = (): void => {
    const update = (state: SharedState): Buffer | undefined => state.update(++seq)
    const [some, all] = [[...changed].filter(isForSome), [...changed].filter((state) => !isForSome(state))]
    const updates = writtenAll(all, update)
    const updatesOfSome = some.map((state) => ({ state, frame: written(() => update(state)) }))
    audience.forEach((own, client) => {
      const changedHere = own && changedOwn.has(own) ? own : undefined
      if (client.hasBackpressure) {
        markDirty(client, changedHere)
        return
      }
      const ownUpdate = changedHere && channel.snapshot(changedHere)
      if (updates && ownUpdate) client.writeBoth(updates, ownUpdate)
      else if (updates ?? ownUpdate) client.write((updates ?? ownUpdate)!)
      for (const { state, frame } of updatesOfSome) if (frame && state.isFor?.(client)) client.write(frame)
    })
    changed.clear()
    changedOwn.clear()
  }

  const sendMessages = (): void => {
    if (waiting.length === 0) return
    const runs = waiting
    waiting = []
    if (audience.size === 0) return
    const messages = writtenAll(runs, ({ write }) => write(++seq))
    const at = Date.now()
    if (!messages) return
    audience.forEach((_, client) => {
      client.sendReliable(messages, at)
    })
  }

  const flush = (): void => {
    timer = undefined
    const startedAt = now()
    sendMessages()
    if (changed.size > 0 || changedOwn.size > 0) sendUpdates()
    const restMs = REST * (now() - startedAt)
    nextAt = startedAt + Math.min(MAX_TICK_MS, Math.max(TICK_MS, restMs))
  }

  const schedule = (): void => {
    if (isClosed) return
    // One event changes several states synchronously: the first update leaves right after it.
    timer ??= setTimeout(flush, Math.max(0, nextAt - now()))
  }

  const channel: Channel = {
    key,
    audience,
    admits: (client) => !isClosed && admits(client),
    join(client) {
      if (isClosed) return
      // Buffered messages are for earlier members: the new client finds them in the states.
      sendMessages()
      const own = members.has(client) ? members.get(client) : hold?.(client.userId)
      if (!members.has(client)) client.channels = [...client.channels, channel]
      members.set(client, own)
      client.sendStates(channel, own ? [...states(), own] : states())
    },
    leave(client) {
      if (!members.has(client)) return
      members.get(client)?.release()
      members.delete(client)
      client.channels = client.channels.filter((other) => other !== channel)
      client.clearDirty(channel)
    },
    changed(state) {
      changed.add(state)
      schedule()
    },
    changedOwn(state) {
      changedOwn.add(state)
      schedule()
    },
    show(own) {
      if (own.size === 0) return
      members.forEach((state, client) => {
        if (state && own.has(state)) client.sendStates(channel, [state])
      })
    },
    snapshot: (state) => written(() => state.snapshot()),
    send(make, isFor) {
      sendMessages()
      if (audience.size === 0) return
      const frame = make(++seq)
      const at = Date.now()
      audience.forEach((_, client) => {
        if (!isFor || isFor(client)) client.sendReliable(frame, at)
      })
    },
    stream<Message>(write: (messages: readonly Message[], seq: number) => Buffer) {
      let last: Run<Message> | undefined
      const nextRun = (): Run<Message> => {
        const messages: Message[] = []
        const run = { messages, write: (number: number) => write(messages, number) }
        waiting.push(run)
        return run
      }
      return {
        push(message: Message) {
          if (isClosed) return
          if (!last || waiting.at(-1) !== last) last = nextRun()
          last.messages.push(message)
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
