import { isLocked } from '@purple-sector/contracts/race-lock'
import type { raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import type { z } from 'zod'
import type { InternalApi } from '../../internal-api.ts'
import type { Channel } from '../hub/channel.ts'
import type { SharedState, State } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'

type WeekendEvent = z.infer<typeof weekendChanged.data>
type RaceEvent = z.infer<typeof raceChanged.data>

/** A race without the fields derived from its deadline and the time. */
type RaceState = Omit<Race, 'locked'>

export type WeekendState = {
  /** Fetches the current state; false if the weekend does not exist. */
  load(): Promise<boolean>
  weekendChanged(event: WeekendEvent, sequence: number): void
  raceChanged(event: RaceEvent, sequence: number): void
  carsChanged(): void
  isDeleted(): boolean
  /** States for a new client: the weekend and every race. */
  states(): Iterable<State>
  /** Sends races whose deadline has passed as locked. */
  sweep(): void
}

type Options = {
  weekendId: number
  channel: Pick<Channel, 'markChanged' | 'send'>
  fetch: InternalApi['weekends']
  frames: FrameWriter
  /** The present name of a category: a race is not published again when its category is renamed. */
  nameOf(categoryId: number): string | undefined
  /** The clock that decides deadlines. */
  now(): number
}

const withoutDeletion = <Data extends { deleted: boolean }>({ deleted: _, ...data }: Data): Omit<Data, 'deleted'> =>
  data

/** The last state of a race: `race` is undefined once it is deleted. */
type RaceEntry = {
  sequence: number
  race: RaceState | undefined
  text: string
  isSentLocked: boolean
  state: SharedState
}

/** Creates a weekend's state from its owner's events; the highest sequence wins. */
export const createWeekendState = ({ weekendId, channel, fetch, frames, nameOf, now }: Options): WeekendState => {
  const races = new Map<number, RaceEntry>()
  const changed = { races: false, cars: false }
  let weekend: { sequence: number; value: Weekend; text: string } | undefined
  let isDeleted = false
  let isLoaded = false

  const write = (racesChanged: boolean, carsChanged: boolean, seq?: number): Buffer | undefined =>
    weekend && frames('weekend_updated', { weekend: weekend.value, deleted: isDeleted, racesChanged, carsChanged }, seq)

  const weekendState: SharedState = {
    update(seq) {
      const frame = write(changed.races, changed.cars, seq)
      changed.races = false
      changed.cars = false
      return frame
    },
    // For clients that missed unknown changes.
    snapshot: () => write(true, true),
  }
  /** A new client fetches everything anyway. */
  const weekendOnJoin: State = { snapshot: () => write(false, false) }

  const isLockedNow = ({ deadline }: RaceState): boolean =>
    isLocked({ locksAt: deadline === null ? null : new Date(deadline) }, new Date(now()))

  const categoryOf = ({ categoryId, category }: RaceState): string => nameOf(categoryId) ?? category
  const writeRace = (race: RaceState, locked: boolean, seq?: number): Buffer =>
    frames('race_status', { ...race, category: categoryOf(race), locked }, seq, race.resultChangedAt)

  const raceState = (raceId: number): SharedState => {
    let cached: { text: string; category: string; locked: boolean; frame: Buffer } | undefined
    return {
      update(seq) {
        const raceEntry = races.get(raceId)
        if (!raceEntry?.race) return undefined
        // Set only here, because a snapshot reaches only the new client.
        raceEntry.isSentLocked = isLockedNow(raceEntry.race)
        return writeRace(raceEntry.race, raceEntry.isSentLocked, seq)
      },
      snapshot() {
        const raceEntry = races.get(raceId)
        if (!raceEntry?.race) return undefined
        const { race, text } = raceEntry
        const locked = isLockedNow(race)
        const category = categoryOf(race)
        if (cached?.text !== text || cached.category !== category || cached.locked !== locked)
          cached = { text, category, locked, frame: writeRace(race, locked) }
        return cached.frame
      },
    }
  }

  /** Applies a newer state; returns whether it changes anything. */
  const applyRace = (raceId: number, race: RaceState | undefined, sequence: number): boolean => {
    const raceEntry = races.get(raceId)
    if (raceEntry && raceEntry.sequence >= sequence) return false
    const text = race ? JSON.stringify(race) : ''
    const state = raceEntry?.state ?? raceState(raceId)
    races.set(raceId, { sequence, race, text, state, isSentLocked: raceEntry?.isSentLocked ?? false })
    if ((raceEntry?.race === undefined) !== (race === undefined)) changed.races = true
    return (raceEntry?.text ?? '') !== text
  }

  const publish = (state: SharedState): void => {
    if (isLoaded) channel.markChanged(state)
  }

  const applyWeekend = (value: Weekend, sequence: number): boolean => {
    if (isDeleted || (weekend && weekend.sequence >= sequence)) return false
    const text = JSON.stringify(value)
    const isChange = weekend?.text !== text
    weekend = { sequence, value, text }
    return isChange
  }

  return {
    async load() {
      const [present] = await fetch(weekendId)
      if (present) {
        const { sequence, ...value } = present.weekend
        applyWeekend(value, sequence)
        for (const { sequence: raceSequence, locked: _, ...race } of present.races)
          applyRace(race.id, race, raceSequence)
      }
      for (const raceEntry of races.values())
        raceEntry.isSentLocked = raceEntry.race !== undefined && isLockedNow(raceEntry.race)
      changed.races = false
      changed.cars = false
      isLoaded = weekend !== undefined
      return isLoaded
    },
    weekendChanged({ productRacesChosenAt: _, ...event }, sequence) {
      const isChange = applyWeekend(withoutDeletion(event), sequence)
      if (event.deleted && !isDeleted) {
        isDeleted = true
        channel.send((seq) => write(true, true, seq)!)
      } else if (isChange) publish(weekendState)
    },
    raceChanged({ reopened: _, ...event }, sequence) {
      const hadChangedRaces = changed.races
      const isChange = applyRace(event.id, event.deleted ? undefined : withoutDeletion(event), sequence)
      const raceEntry = races.get(event.id)
      if (isChange && raceEntry?.race) publish(raceEntry.state)
      if (changed.races && !hadChangedRaces) publish(weekendState)
    },
    carsChanged() {
      changed.cars = true
      publish(weekendState)
    },
    isDeleted: () => isDeleted,
    *states() {
      yield weekendOnJoin
      for (const { race, state } of races.values()) if (race) yield state
    },
    sweep() {
      for (const { race, isSentLocked, state } of races.values())
        if (race && isLockedNow(race) !== isSentLocked) publish(state)
    },
  }
}
