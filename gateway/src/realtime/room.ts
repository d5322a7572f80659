import type { Connection, Slot } from './connection.ts'

/** A latest-wins state that everybody in the room gets. `news` is the frame of its last change, under its number. */
export type SharedSlot = Slot & { news(seq: number): Buffer | undefined }

/** A place in a room: a connection, and the state that is its user's own there. */
export type Seat<Own extends Slot = Slot> = { connection: Connection; own: Own }

export type Room = {
  members: ReadonlySet<Seat>
  /** Changes of a state are told at once, then at most once a tick, always the latest. */
  touch(slot: SharedSlot): void
  /** The same for the states of single users. */
  touchOwn(slot: Slot): void
  /** Shown to those whose it is at once: somebody waits for it who has just come. */
  show(slots: ReadonlySet<Slot>): void
  /** Told to everybody at once and never left out. `make` gets the frame's number in this room. */
  announce(make: (seq: number) => Buffer): void
  join(seat: Seat): void
  leave(seat: Seat): void
  close(): void
}

/** Four updates a second, and with each the user's own standing: under 10 frames a second (docs/quality.md, Speed: F2). */
const TICK_MS = 250

/** Sends what changed to everybody in the room, conflated: a room changes faster than screens need to. */
export const createRoom = (now: () => number = () => performance.now()): Room => {
  const members = new Set<Seat>()
  const touched = new Set<SharedSlot>()
  const touchedOwn = new Set<Slot>()
  let seq = 0
  let flushedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const tell = ({ connection, own }: Seat, slots: readonly SharedSlot[], news: Buffer | undefined): void => {
    const ownChanged = touchedOwn.has(own)
    if (connection.isCongested) {
      for (const slot of slots) connection.owe(slot)
      if (ownChanged) connection.owe(own)
      return
    }
    const ownNews = ownChanged ? own.frame() : undefined
    if (news && ownNews) connection.writeBoth(news, ownNews)
    else if (news ?? ownNews) connection.write((news ?? ownNews)!)
  }

  const flush = (): void => {
    timer = undefined
    flushedAt = now()
    const slots = [...touched]
    const frames = slots.flatMap((slot) => slot.news(++seq) ?? [])
    const news = frames.length > 1 ? Buffer.concat(frames) : frames[0]
    for (const seat of members) tell(seat, slots, news)
    touched.clear()
    touchedOwn.clear()
  }

  const schedule = (): void => {
    if (timer) return
    const due = Math.max(0, flushedAt + TICK_MS - now())
    // What belongs to one event is touched in one go: the first update leaves right after it.
    timer = setTimeout(flush, due)
  }

  return {
    members,
    touch(slot) {
      touched.add(slot)
      schedule()
    },
    touchOwn(slot) {
      touchedOwn.add(slot)
      schedule()
    },
    show(slots) {
      if (slots.size === 0) return
      for (const { connection, own } of members) if (slots.has(own)) connection.offer(own)
    },
    announce(make) {
      const frame = make(++seq)
      const at = Date.now()
      for (const { connection } of members) connection.insist(frame, at)
    },
    join: (seat) => members.add(seat),
    leave: (seat) => members.delete(seat),
    close() {
      clearTimeout(timer)
      members.clear()
    },
  }
}
