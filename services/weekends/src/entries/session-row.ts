import { findCategory, foldedSpelling } from '@purple-sector/contracts/categories'
import type { SessionEntry } from '@purple-sector/contracts/weekends/entries'
import { type Category, createCategoryBody } from '@purple-sector/contracts/weekends/http'
import { instantsAt } from '@purple-sector/service-kit/data/zoned-days'
import { newCategory } from '../categories/category.ts'
import type { StoredRace } from '../races/race.ts'
import { changeRace } from '../races/race-change.ts'
import { newRace } from '../races/race-entry.ts'
import { type Decided, isRefused, type Refused, refused, refusedOnError, temporaryId } from './row-decision.ts'

/** Present entries of the weekend; each row may add some. */
export type PresentEntries = {
  weekend: { id: number; timeZone: string }
  categories: readonly Category[]
  races: readonly StoredRace[]
  /** The rows so far, by the session they enter. */
  rows: ReadonlyMap<StoredRace['id'], number>
  now: Date
}

export type SessionDecision = {
  decided: Decided
  /** The session before and after the row; the same object twice where nothing changes. */
  race?: { before: StoredRace | null; after: StoredRace }
  /** A category that the row adds. */
  category?: Category
}

/** Resolves a session's category; an unknown name becomes a new category. */
const categoryOf = (
  categories: readonly Category[],
  named: string,
): { category: Category; isNew: boolean } | Refused => {
  const known = findCategory(categories, named)
  if (known) return { category: known, isNew: false }
  const body = createCategoryBody.safeParse({ name: named })
  if (!body.success) return refused('category', `“${named}” cannot be the name of a category.`)
  const id = temporaryId(categories)
  const added = refusedOnError(() => newCategory(categories, id, body.data))
  return isRefused(added) ? { ...added, field: 'category' } : { category: added.category, isNew: true }
}

const fieldsOf = ({ sessionType, distance, track, points }: SessionEntry, startsAt: Date | undefined) => ({
  sessionType,
  ...(distance !== undefined && { distance }),
  ...(track !== undefined && { track }),
  ...(points !== undefined && { pointsAwarded: points }),
  ...(startsAt !== undefined && { startTime: startsAt.toISOString() }),
})

/** Applies a row to an existing session, matched by its name within its category. */
const changed = (
  entry: SessionEntry,
  startsAt: Date | undefined,
  before: StoredRace,
  { now }: Pick<PresentEntries, 'now'>,
): SessionDecision => {
  const change = refusedOnError(() => changeRace(before, fieldsOf(entry, startsAt), now))
  if (isRefused(change)) return { decided: change }
  if (change.closes)
    return {
      decided: refused('start', `${before.name} would close for tips at once. Change its time under Races if it does.`),
    }
  const { category } = before
  if (!change.changed) return { decided: { action: 'unchanged', category }, race: { before, after: before } }
  return { decided: { action: 'updated', category }, race: { before, after: change.next } }
}

const created = (
  entry: SessionEntry,
  startsAt: Date | undefined,
  category: Category,
  { weekend, races, now }: PresentEntries,
): SessionDecision => {
  const fields = { distance: 'TBD', track: 'TBD', ...fieldsOf(entry, startsAt) }
  const plain = { weekendId: weekend.id, name: entry.name, status: 'upcoming', description: '' } as const
  const entered = refusedOnError(() => newRace({ ...plain, ...fields, category }, now))
  if (isRefused(entered)) return { decided: entered }
  const id = temporaryId(races)
  return {
    decided: { action: 'created', category: category.name },
    race: { before: null, after: { ...entered, id } },
  }
}

export const decideSession = (entry: SessionEntry, known: PresentEntries): SessionDecision => {
  const meant = categoryOf(known.categories, entry.category)
  if (isRefused(meant)) return { decided: meant }
  const { category, isNew } = meant
  const name = foldedSpelling(entry.name)
  const present = known.races.find((race) => race.categoryId === category.id && foldedSpelling(race.name) === name)
  const earlierRow = present && known.rows.get(present.id)
  if (earlierRow !== undefined) return { decided: refused('name', `${entry.name} stands there twice.`, earlierRow) }
  const { timeZone } = known.weekend
  const starts = entry.start === undefined ? [] : instantsAt(timeZone, entry.start)
  if (entry.start !== undefined && starts.length === 0)
    return { decided: refused('start', `The clocks of ${timeZone} skip ${entry.start.replace('T', ' ')}.`) }
  const decision = present ? changed(entry, starts[0], present, known) : created(entry, starts[0], category, known)
  const { decided } = decision
  if (isRefused(decided)) return decision
  return {
    ...decision,
    ...(isNew && { category }),
    decided: starts.length > 1 ? { ...decided, startComesTwice: true } : decided,
  }
}
