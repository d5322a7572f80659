import type { sessionScored } from '@purple-sector/contracts/tipping/events'
import type { Logger } from '@purple-sector/service-kit'
import type { z } from 'zod'
import type { Owners } from '../owners.ts'
import { type Board, createBoard } from './board.ts'
import type { FrameWriter } from './frames.ts'
import { createRoom, type Room } from './room.ts'
import { createWeekendNews, type WeekendNews } from './weekend-news.ts'

type SessionScored = z.infer<typeof sessionScored.data>

/** A weekend as its fans follow it: news of it and its open board in one room. */
export type WeekendRoom = {
  weekendId: number
  room: Room
  board: Board
  news: WeekendNews
  /** Tells of a scored session; a revision is told once. */
  scored(scored: SessionScored): void
  /** Resolves when the room can be entered; false where there is no such weekend. */
  loaded: Promise<boolean>
  /** When the last member left. */
  emptySince: number
}

/** A group's board. Who may enter is the groups service's to say, once there is one. */
export type GroupRoom = { groupId: number; room: Room; board: Board }

export type Rooms = {
  /** The room of a weekend, loaded at its first use for everybody who waits; undefined where there is none. */
  open(weekendId: number): Promise<WeekendRoom | undefined>
  /** The room of a weekend if this gateway holds it, loaded or about to be. */
  held(weekendId: number): WeekendRoom | undefined
  heldGroup(groupId: number): GroupRoom | undefined
  sweep(now: number): void
  close(): void
}

export type RoomsOptions = {
  owners: Pick<Owners, 'weekends' | 'board' | 'standings'>
  frames: FrameWriter
  /** The time that decides about deadlines. */
  now(): number
  log: Logger
}

const EMPTY_ROOM_KEPT_MS = 10 * 60_000
const TRIES = 6
const FIRST_PAUSE_MS = 250

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Owners that do not answer yet are asked again, with growing pauses, about 15 s in all. */
const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES) throw error
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1))
    }
  }
}

/** `race_completed` for a session's first scoring, `result_corrected` at every later change. */
const scoredFrame = (scored: SessionScored, frames: FrameWriter, seq: number): Buffer => {
  const { raceId, name, category, weekendId, revision, status, reason } = scored
  const race = { id: raceId, name, category, weekendId }
  if (scored.kind === 'completed') return frames('race_completed', { race, revision }, seq)
  return frames('result_corrected', { race, revision, status, reason }, seq)
}

export const createRooms = ({ owners, frames, now, log }: RoomsOptions): Rooms => {
  const weekends = new Map<number, WeekendRoom>()
  const groups = new Map<number, GroupRoom>()

  const make = (weekendId: number): WeekendRoom => {
    const room = createRoom()
    const board = createBoard({ scope: { weekendId, groupId: null }, room, owner: owners, frames, log })
    const news = createWeekendNews({ weekendId, room, fetch: owners.weekends, frames, now, log })
    const revisions = new Map<number, number>()
    const load = async (): Promise<boolean> => {
      if (!(await patiently(news.load))) return false
      await patiently(board.load)
      return true
    }
    return {
      weekendId,
      room,
      board,
      news,
      emptySince: Date.now(),
      loaded: load(),
      scored(scored) {
        if (scored.revision <= (revisions.get(scored.raceId) ?? 0)) return
        revisions.set(scored.raceId, scored.revision)
        // A first revision that scores nothing is no news to fans: the session's state says it.
        if (scored.kind === 'withdrawn-first') return
        room.announce((seq) => scoredFrame(scored, frames, seq))
      },
    }
  }

  const letGo = ({ weekendId, room, board, news }: WeekendRoom): void => {
    if (weekends.get(weekendId)?.room === room) weekends.delete(weekendId)
    room.close()
    board.close()
    news.close()
  }

  return {
    held: (weekendId) => weekends.get(weekendId),
    heldGroup: (groupId) => groups.get(groupId),
    async open(weekendId) {
      const weekend = weekends.get(weekendId) ?? make(weekendId)
      weekends.set(weekendId, weekend)
      try {
        // Who is in the room of a weekend that went may stay; nobody enters it any more.
        if (await weekend.loaded) return weekend.news.isDeleted() ? undefined : weekend
        letGo(weekend)
        return undefined
      } catch (error) {
        letGo(weekend)
        throw error
      }
    },
    sweep(now) {
      for (const weekend of weekends.values()) {
        weekend.board.sweep(now)
        weekend.news.sweep()
        if (weekend.room.members.size > 0) weekend.emptySince = now
        else if (now - weekend.emptySince >= EMPTY_ROOM_KEPT_MS) letGo(weekend)
      }
    },
    close() {
      for (const weekend of weekends.values()) letGo(weekend)
    },
  }
}
