import { createHash } from 'node:crypto'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { RoundPool } from './season-podiums.ts'
import {
  PARTICIPANT_OF_WEEKEND,
  RIVAL_MAXIMUM,
  STATE_OF_RIVALS,
  STATE_OF_WEEKEND,
  STATE_WITH_BEST,
  TIPPERS_BY_CAR,
} from './weekend-chances-sql.ts'
import type { RemainingRace, Tipper, WeekendOrder, WeekendParticipant } from './weekend-competition.ts'

/** A competition of a weekend as a reader sees it; `withHidden`: also members whose points are hidden. */
export type WeekendCompetition = { scopeId: number; weekendId: number; withHidden: boolean }

/**
 * How long the state of a competition is shared. A lock, a member or a car that is out shows so late; a result at once, by
 * the versions of leaderboards.
 */
export const STATE_TTL_MS = 500

type Race = RemainingRace & {
  categoryId: number
  locksAt: string | null
  needsApproval: boolean
  picksClosedAt: string | null
}
type Car = { carId: number; plate: string }

/**
 * What the chances of a weekend follow from. `cars` are those that can finish the last race, none before it is the last
 * and its picks are visible; `key` differs for every other state.
 */
export type WeekendState = { key: string; version: number; races: readonly Race[]; cars: readonly Car[] }

/** `tips` are the cars in force at the lock, by race; those that are out are left out. */
export type OwnChances = WeekendParticipant & { carOf(raceId: number): number | null }

/** A state with the admin of the group, and those with the most points, best first: two visible and two hidden ones. */
export type StateWithBest = WeekendState & { adminUserId: string | null; best: readonly Best[] }
type Best = { userId: string; points: number; isHidden: boolean }

type StateRow = { version: number; members: string | null; races: Race[]; cars: Car[] }
type StateWithBestRow = StateRow & { adminUserId: string | null; best: Best[] }
type OwnRow = { version: number; own: { order: WeekendOrder; tips: Record<string, number> } | null }
type RivalsRow = StateRow & { classes: { order: WeekendOrder; carId: number | null; count: number }[] }

const stateOf = ({ version, members, races, cars }: StateRow): WeekendState => ({
  key: createHash('sha256')
    .update(JSON.stringify([version, members, races, cars]))
    .digest('base64url'),
  version,
  races,
  cars,
})

/** Returns the cars of a participant's tips by race, from an object of them by race id. */
export const carsInForce = (tips: Record<string, number>): Pick<OwnChances, 'racesWithCar' | 'carOf'> => {
  const cars = new Map(Object.entries(tips).map(([raceId, carId]) => [Number(raceId), carId]))
  return { racesWithCar: new Set(cars.keys()), carOf: (raceId) => cars.get(raceId) ?? null }
}

/** Returns the locked races as the SQL of participants takes them. */
export const lockedRaces = (races: readonly Race[]) =>
  races
    .filter(({ isLocked }) => isLocked)
    .map(({ raceId, categoryId, locksAt, needsApproval }) => ({
      ...{ race_id: raceId, category_id: categoryId, locks_at: locksAt, needs_approval: needsApproval },
    }))

/** Reads what the chances of a weekend follow from, each in one statement and so from one snapshot. */
export const weekendChancesReadModel = (database: Database | Transaction) => ({
  /** Reads the state alone. */
  async state({ scopeId, weekendId }: Omit<WeekendCompetition, 'withHidden'>): Promise<WeekendState | undefined> {
    const { rows } = await prepared<StateRow>(database, 'chances-state', STATE_OF_WEEKEND, { scopeId, weekendId })
    return rows[0] && stateOf(rows[0])
  },

  /** Reads all who tipped in the weekend, by the car of their tip on its only remaining race. */
  async tippersByCar({ scopeId, weekendId }: Omit<WeekendCompetition, 'withHidden'>): Promise<RoundPool[]> {
    type Row = Omit<RoundPool, 'best'> & { best: WeekendOrder[] | null }
    const { rows } = await database.raw<{ rows: Row[] }>(TIPPERS_BY_CAR, { scopeId, weekendId })
    return rows.map(({ best, ...pool }) => ({ ...pool, best: best?.[0] ?? null }))
  },

  async stateWithBest({
    scopeId,
    weekendId,
  }: Omit<WeekendCompetition, 'withHidden'>): Promise<StateWithBest | undefined> {
    const { rows } = await database.raw<{ rows: StateWithBestRow[] }>(STATE_WITH_BEST, { scopeId, weekendId })
    const [row] = rows
    return row && { ...stateOf(row), adminUserId: row.adminUserId, best: row.best }
  },

  /** Reads a user's own standing, null for who takes no part, with the version of the leaderboard that it is of. */
  async ofParticipant(
    { scopeId, races }: Pick<WeekendState, 'races'> & { scopeId: number },
    userId: string,
  ): Promise<{ version: number; own: OwnChances | null } | undefined> {
    const locked = JSON.stringify(lockedRaces(races))
    const bindings = { scopeId, userId, races: locked }
    const { rows } = await prepared<OwnRow>(database, 'chances-of-participant', PARTICIPANT_OF_WEEKEND, bindings)
    const [row] = rows
    if (!row) return undefined
    return { version: row.version, own: row.own && { order: row.own.order, ...carsInForce(row.own.tips) } }
  },

  /** Returns the highest maximum of a rival that is not below `points`; null if there is none. */
  async rivalMaximum(
    { scopeId, weekendId, withHidden }: WeekendCompetition,
    { userId, points }: { userId: string; points: number },
  ): Promise<number | null> {
    const bindings = { scopeId, weekendId, withHidden, userId, points }
    const { rows } = await database.raw<{ rows: { maximum: number | null }[] }>(RIVAL_MAXIMUM, bindings)
    return rows[0]?.maximum ?? null
  },

  /** Reads the rivals who matter for the podiums of the last race: of each car the three best. */
  async rivals({
    scopeId,
    weekendId,
    withHidden,
  }: WeekendCompetition): Promise<{ state: WeekendState; rivals: Tipper[] } | undefined> {
    const { rows } = await database.raw<{ rows: RivalsRow[] }>(STATE_OF_RIVALS, { scopeId, weekendId, withHidden })
    const [row] = rows
    if (!row) return undefined
    const rivals = row.classes.flatMap(({ order, carId, count }) => Array<Tipper>(count).fill({ order, carId }))
    return { state: stateOf(row), rivals }
  },
})
