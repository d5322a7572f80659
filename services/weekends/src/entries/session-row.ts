import { findCategory, foldedSpelling } from '@purple-sector/contracts/categories'
import type { SessionEntry } from '@purple-sector/contracts/weekends/entries'
import { type Category, createCategoryBody } from '@purple-sector/contracts/weekends/http'
import { instantsAt } from '@purple-sector/service-kit/data/zoned-days'
import { newCategory } from '../categories/category.ts'
import type { StoredRace } from '../races/race.ts'
import { changeRace } from '../races/race-change.ts'
import { newRace } from '../races/race-entry.ts'
import { type Decided, isRejected, type Rejected, rejected, rejectedOnError, temporaryId } from './row-decision.ts'

/** Present entries of the weekend; each row may add some. */
export type PresentEntries = {
  weekend: { id: number; timeZone: string }
  categories: readonly Category[]
  races: readonly StoredRace[]
  /** The numbers of the rows decided so far, by the id of the race they enter. */
  rows: ReadonlyMap<StoredRace['id'], number>
  now: Date
}

export type SessionDecision = {
  decided: Decided
  /** The session before and after the row; the same object twice if nothing changes. */
  race?: { before: StoredRace | null; after: StoredRace }
  /** A category that the row adds. */
  category?: Category
}

/** Resolves a session's category; an unknown name becomes a new category. */
const categoryOf = (
  categories: readonly Category[],
  spelling: string,
): { category: Category; isNew: boolean } | Rejected => {
  const existing = findCategory(categories, spelling)
  if (existing) return { category: existing, isNew: false }
  const body = createCategoryBody.safeParse({ name: spelling })
  if (!body.success) return rejected('category', `“${spelling}” cannot be the name of a category.`)
  const id = temporaryId(categories)
  const added = rejectedOnError(() => newCategory(categories, id, body.data))
  return isRejected(added) ? { ...added, field: 'category' } : { category: added.category, isNew: true }
}

const fieldsOf = ({ sessionType, distance, track, points }: SessionEntry, startsAt: Date | undefined) => ({
  sessionType,
  ...(distance !== undefined && { distance }),
  ...(track !== undefined && { track }),
  ...(points !== undefined && { pointsAwarded: points }),
  ...(startsAt !== undefined && { startTime: startsAt.toISOString() }),
})

/** Applies a row to an existing session, matched by its name within its category. */
const changeExisting = (
  entry: SessionEntry,
  startsAt: Date | undefined,
  before: StoredRace,
  { now }: Pick<PresentEntries, 'now'>,
): SessionDecision => {
  const change = rejectedOnError(() => changeRace(before, fieldsOf(entry, startsAt), now))
  if (isRejected(change)) return { decided: change }
  if (change.closes)
    return {
      decided: rejected(
        'start',
        `${before.name} would close for tips at once. Change its time under Races if it does.`,
      ),
    }
  const { category } = before
  if (!change.changed) return { decided: { action: 'unchanged', category }, race: { before, after: before } }
  return { decided: { action: 'updated', category }, race: { before, after: change.next } }
}

const createNew = (
  entry: SessionEntry,
  startsAt: Date | undefined,
  category: Category,
  { weekend, races, now }: PresentEntries,
): SessionDecision => {
  const fields = { distance: 'TBD', track: 'TBD', ...fieldsOf(entry, startsAt) }
  const defaults = { weekendId: weekend.id, name: entry.name, status: 'upcoming', description: '' } as const
  const entered = rejectedOnError(() => newRace({ ...defaults, ...fields, category }, now))
  if (isRejected(entered)) return { decided: entered }
  const id = temporaryId(races)
  return {
    decided: { action: 'created', category: category.name },
    race: { before: null, after: { ...entered, id } },
  }
}

export const decideSession = (entry: SessionEntry, present: PresentEntries): SessionDecision => {
  const resolved = categoryOf(present.categories, entry.category)
  if (isRejected(resolved)) return { decided: resolved }
  const { category, isNew } = resolved
  const name = foldedSpelling(entry.name)
  const existingRace = present.races.find(
    (race) => race.categoryId === category.id && foldedSpelling(race.name) === name,
  )
  const earlierRow = existingRace && present.rows.get(existingRace.id)
  if (earlierRow !== undefined) return { decided: rejected('name', `${entry.name} stands there twice.`, earlierRow) }
  const { timeZone } = present.weekend
  const starts = entry.start === undefined ? [] : instantsAt(timeZone, entry.start)
  if (entry.start !== undefined && starts.length === 0)
    return { decided: rejected('start', `The clocks of ${timeZone} skip ${entry.start.replace('T', ' ')}.`) }
  const decision = existingRace
    ? changeExisting(entry, starts[0], existingRace, present)
    : createNew(entry, starts[0], category, present)
  const { decided } = decision
  if (isRejected(decided)) return decision
  return {
    ...decision,
    ...(isNew && { category }),
    decided: starts.length > 1 ? { ...decided, startComesTwice: true } : decided,
  }
}
