import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import type { Logger } from '@purple-sector/service-kit'
import type { WeekendWithRaces } from '../owners.ts'
import type { FrameWriter } from './frames.ts'
import { type Told, withTold } from './public-races.ts'
import type { Room, SharedSlot } from './room.ts'

export type WeekendNews = {
  /** Fetches the present state; false where there is no such weekend. */
  load(): Promise<boolean>
  /** Something of it changed: what it is now is fetched from its owner and told where it differs. */
  refresh(): void
  carsChanged(): void
  lockChanged(raceId: number, locksAt: string | null): void
  resultChanged(raceId: number, revision: number, status: NonNullable<Race['resultStatus']>): void
  deleted(): void
  isDeleted(): boolean
  /** The states a new member needs: the weekend and every session. */
  slots(): Iterable<SharedSlot>
  /** A deadline that has passed closes its session on every screen. */
  sweep(): void
  close(): void
}

type Options = {
  weekendId: number
  room: Room
  fetch(weekendId: number): Promise<WeekendWithRaces[]>
  frames: FrameWriter
  /** The time that decides about deadlines. */
  now(): number
  log: Logger
}

const RETRY_MS = 1_000
/** The weekends service hears of locks and results by the same events as we: by then it has. */
const AFTERMATH_MS = 1_000

/** A weekend and its sessions as this gateway last told them, compared with what their owner says after every event. */
export const createWeekendNews = ({ weekendId, room, fetch, frames, now, log }: Options): WeekendNews => {
  const races = new Map<number, { race: Race; text: string; slot: SharedSlot }>()
  const told: Told = { locks: new Map(), results: new Map() }
  const changed = { races: false, cars: false }
  let weekend: { value: Weekend; text: string } | undefined
  let isDeleted = false
  let isClosed = false
  let isFetching = false
  let isDue = false
  let timer: NodeJS.Timeout | undefined

  const build = (racesChanged: boolean, carsChanged: boolean, seq?: number): Buffer | undefined =>
    weekend && frames('weekend_updated', { weekend: weekend.value, deleted: isDeleted, racesChanged, carsChanged }, seq)

  const weekendSlot: SharedSlot = {
    news(seq) {
      const frame = build(changed.races, changed.cars, seq)
      changed.races = false
      changed.cars = false
      return frame
    },
    // For those who missed changes: which ones nobody knows any more.
    frame: () => build(true, true),
  }

  const raceSlot = (raceId: number): SharedSlot => {
    let frame: Buffer | undefined
    let written: Race | undefined
    const write = (seq?: number): Buffer | undefined => {
      const known = races.get(raceId)
      written = known?.race
      frame = known && frames('race_status', known.race, seq)
      return frame
    }
    return { news: write, frame: () => (written === races.get(raceId)?.race ? frame : write()) }
  }

  const setRace = (race: Race): SharedSlot | undefined => {
    const text = JSON.stringify(race)
    const known = races.get(race.id)
    if (known?.text === text) return undefined
    const slot = known?.slot ?? raceSlot(race.id)
    races.set(race.id, { race, text, slot })
    return slot
  }

  const tellRace = (race: Race): void => {
    const slot = setRace(race)
    if (slot) room.touch(slot)
  }

  const takeRaces = (present: Race[], tell: (race: Race) => unknown): boolean => {
    const ids = new Set(present.map(({ id }) => id))
    const isSameSet = ids.size === races.size && [...ids].every((id) => races.has(id))
    for (const id of races.keys()) if (!ids.has(id)) races.delete(id)
    const at = now()
    for (const race of present) tell(withTold(race, told, at))
    return isSameSet
  }

  const take = (present: WeekendWithRaces): void => {
    const text = JSON.stringify(present.weekend)
    const before = weekend
    weekend = { value: present.weekend, text }
    if (!before) {
      takeRaces(present.races, setRace)
      return
    }
    const isSameSet = takeRaces(present.races, tellRace)
    changed.races ||= !isSameSet
    if (before.text !== text || !isSameSet) room.touch(weekendSlot)
  }

  const deleted = (): void => {
    if (isDeleted || !weekend) return
    isDeleted = true
    const { value } = weekend
    room.announce((seq) =>
      frames('weekend_updated', { weekend: value, deleted: true, racesChanged: true, carsChanged: true }, seq),
    )
  }

  const refresh = (): void => {
    isDue = true
    if (isFetching || isClosed || isDeleted) return
    isFetching = true
    void fetchDue().finally(() => {
      isFetching = false
      if (isDue && !isClosed) again(RETRY_MS)
    })
  }

  const fetchDue = async (): Promise<void> => {
    try {
      while (isDue && !isClosed && !isDeleted) {
        isDue = false
        const [present] = await fetch(weekendId)
        if (present) take(present)
        else deleted()
      }
    } catch (error) {
      isDue = true
      log.warn({ err: error, weekendId }, 'a weekend could not be fetched; trying again')
    }
  }

  const again = (afterMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(refresh, afterMs)
  }

  const retell = (raceId: number): void => {
    const known = races.get(raceId)
    if (known) tellRace(withTold(known.race, told, now()))
    again(AFTERMATH_MS)
  }

  return {
    async load() {
      const [present] = await fetch(weekendId)
      if (!present) return false
      take(present)
      return true
    },
    refresh,
    carsChanged() {
      changed.cars = true
      room.touch(weekendSlot)
    },
    lockChanged(raceId, locksAt) {
      told.locks.set(raceId, locksAt)
      retell(raceId)
    },
    resultChanged(raceId, revision, status) {
      told.results.set(raceId, { revision, status })
      retell(raceId)
    },
    deleted,
    isDeleted: () => isDeleted,
    *slots() {
      const frame = build(false, false)
      if (frame) yield { news: () => frame, frame: () => frame }
      for (const { slot } of races.values()) yield slot
    },
    sweep() {
      const at = now()
      for (const { race } of races.values())
        if (!race.locked && race.deadline !== null && Date.parse(race.deadline) <= at)
          tellRace({ ...race, locked: true })
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
