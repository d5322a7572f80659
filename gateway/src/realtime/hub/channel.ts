import type { Client } from './client.ts'
import type { OwnState, SharedState, State } from './state.ts'

/** Messages of which none may be lost: those of one tick leave together, in the order they came. */
export type Stream<Message> = { push(message: Message): void }

/** Who hears a channel, each with the state that is their own there. */
export type Audience = {
  readonly size: number
  forEach(visit: (own: OwnState | undefined, client: Client) => void): void
}

/** Everybody in a channel, known by a key: `weekend/3`, `group/7`. */
export type Channel = {
  readonly key: string
  readonly audience: Audience
  /** Whether this client may be in it, now. */
  admits(client: Client): boolean
  /** Lets a client in and shows it the state of everything there. */
  join(client: Client): void
  /** Takes it out before the next frame. */
  leave(client: Client): void
  /** A state has changed: told at once after a silence, then once a tick, always the latest. */
  changed(state: SharedState): void
  /** The same for states that are single users' own. */
  changedOwn(state: OwnState): void
  /** Shown to those whose they are at once: somebody waits for it who has just come. */
  show(states: ReadonlySet<State>): void
  /** Told at once and never left out. `make` gets the frame's number in this channel. */
  send(make: (seq: number) => Buffer, isFor?: (client: Client) => boolean): void
  /** A lossless stream of this channel; `write` makes the one frame of a tick's messages. */
  stream<Message>(write: (messages: readonly Message[], seq: number) => Buffer): Stream<Message>
  /** Takes everybody out. */
  close(): void
}

export type ChannelOptions = {
  key: string
  /** What a newcomer is shown, besides what is their own. */
  states?(): Iterable<State>
  /** The user's own state, held until `release`. */
  hold?(userId: string): OwnState
  admits?(client: Client): boolean
  /** For channels that nobody joins, because their audience is known anyway. */
  audience?: Audience
  now?(): number
}

/** Four updates a second, and with each the user's own standing: under 10 frames a second (docs/quality.md, Speed). */
const TICK_MS = 250

const joined = (frames: readonly Buffer[]): Buffer | undefined =>
  frames.length > 1 ? Buffer.concat(frames) : frames[0]

/** Sends what happens in a channel, states conflated: they change faster than screens need to. */
export const createChannel = (options: ChannelOptions): Channel => {
  const { key, states = () => [], hold, admits = () => true, now = () => performance.now() } = options
  const members = new Map<Client, OwnState | undefined>()
  const audience = options.audience ?? members
  const changed = new Set<SharedState>()
  const changedOwn = new Set<State>()
  /** What writes the waiting messages of a stream. */
  const waiting = new Set<(seq: number) => Buffer>()
  let seq = 0
  let flushedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const writeChanged = (): Buffer | undefined => joined([...changed].flatMap((state) => state.update(++seq) ?? []))

  const markDirty = (client: Client, own: State | undefined): void => {
    for (const state of changed) client.markDirty(channel, state)
    if (own) client.markDirty(channel, own)
  }

  const sendUpdates = (): void => {
    const updates = writeChanged()
    audience.forEach((own, client) => {
      const changedHere = own && changedOwn.has(own) ? own : undefined
      if (client.hasBackpressure) {
        markDirty(client, changedHere)
        return
      }
      const ownUpdate = changedHere?.frame()
      if (updates && ownUpdate) client.writeBoth(updates, ownUpdate)
      else if (updates ?? ownUpdate) client.write((updates ?? ownUpdate)!)
    })
    changed.clear()
    changedOwn.clear()
  }

  const sendMessages = (): void => {
    const messages = joined([...waiting].map((write) => write(++seq)))
    waiting.clear()
    const at = Date.now()
    if (!messages) return
    audience.forEach((_, client) => {
      client.sendReliable(messages, at)
    })
  }

  const flush = (): void => {
    timer = undefined
    flushedAt = now()
    if (waiting.size > 0) sendMessages()
    if (changed.size > 0 || changedOwn.size > 0) sendUpdates()
  }

  const schedule = (): void => {
    // What belongs to one event changes in one go: the first update leaves right after it.
    timer ??= setTimeout(flush, Math.max(0, flushedAt + TICK_MS - now()))
  }

  const channel: Channel = {
    key,
    audience,
    admits,
    join(client) {
      const own = hold?.(client.userId)
      members.set(client, own)
      client.channels = [...client.channels, channel]
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
    send(make, isFor) {
      const frame = make(++seq)
      const at = Date.now()
      audience.forEach((_, client) => {
        if (!isFor || isFor(client)) client.sendReliable(frame, at)
      })
    },
    stream<Message>(write: (messages: readonly Message[], seq: number) => Buffer) {
      let messages: Message[] = []
      const take = (number: number): Buffer => {
        const taken = messages
        messages = []
        return write(taken, number)
      }
      return {
        push(message: Message) {
          messages.push(message)
          waiting.add(take)
          schedule()
        },
      }
    },
    close() {
      clearTimeout(timer)
      for (const client of members.keys()) channel.leave(client)
    },
  }
  return channel
}
