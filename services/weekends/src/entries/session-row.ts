import { findCategory, foldedSpelling } from '@purple-sector/contracts/categories'
import type { SessionEntry } from '@purple-sector/contracts/weekends/entries'
import { type Category, createCategoryBody } from '@purple-sector/contracts/weekends/http'
import { instantsAt } from '@purple-sector/service-kit/data/zoned-days'
import { newCategory } from '../categories/category.ts'
import type { StoredRace } from '../races/race.ts'
import { changeRace } from '../races/race-change.ts'
import { newRace } from '../races/race-entry.ts'
import { type Decided, idOfNew, isRefused, orRefused, type Refused, refused } from './row-decision.ts'

/** What is known of the weekend; it grows row by row. */
export type Known = {
  weekend: { id: number; timeZone: string }
  categories: readonly Category[]
  races: readonly StoredRace[]
  /** The rows so far, by the session they enter. */
  rows: ReadonlyMap<StoredRace['id'], number>
  now: Date
}

export type SessionDecision = {
  decided: Decided
  /** The session as it was and as it is to be stored; the same twice where nothing changes. */
  race?: { before: StoredRace | null; after: StoredRace }
  /** A category that the row adds. */
  category?: Category
}

/** The category a session names: one more where nobody knows it, since nothing else could be meant by its sessions. */
const categoryOf = (
  categories: readonly Category[],
  named: string,
): { category: Category; isNew: boolean } | Refused => {
  const known = findCategory(categories, named)
  if (known) return { category: known, isNew: false }
  const body = createCategoryBody.safeParse({ name: named })
  if (!body.success) return refused('category', `“${named}” cannot be the name of a category.`)
  const id = idOfNew(categories)
  const added = orRefused(() => newCategory(categories, id, body.data))
  return isRefused(added) ? { ...added, field: 'category' } : { category: added.category, isNew: true }
}

const fieldsOf = ({ sessionType, distance, track, points }: SessionEntry, startsAt: Date | undefined) => ({
  sessionType,
  ...(distance !== undefined && { distance }),
  ...(track !== undefined && { track }),
  ...(points !== undefined && { pointsAwarded: points }),
  ...(startsAt !== undefined && { startTime: startsAt.toISOString() }),
})

/** What the row makes of a session that is there already: known by its name within its category. */
const changed = (
  entry: SessionEntry,
  startsAt: Date | undefined,
  before: StoredRace,
  { now }: Pick<Known, 'now'>,
): SessionDecision => {
  const change = orRefused(() => changeRace(before, fieldsOf(entry, startsAt), now))
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
  { weekend, races, now }: Known,
): SessionDecision => {
  const fields = { distance: 'TBD', track: 'TBD', ...fieldsOf(entry, startsAt) }
  const plain = { weekendId: weekend.id, name: entry.name, status: 'upcoming', description: '' } as const
  const entered = orRefused(() => newRace({ ...plain, ...fields, category }, now))
  if (isRefused(entered)) return { decided: entered }
  const id = idOfNew(races)
  return {
    decided: { action: 'created', category: category.name },
    race: { before: null, after: { ...entered, id } },
  }
}

export const decideSession = (entry: SessionEntry, known: Known): SessionDecision => {
  const meant = categoryOf(known.categories, entry.category)
  if (isRefused(meant)) return { decided: meant }
  const { category, isNew } = meant
  const name = foldedSpelling(entry.name)
  const there = known.races.find((race) => race.categoryId === category.id && foldedSpelling(race.name) === name)
  const twin = there && known.rows.get(there.id)
  if (twin !== undefined) return { decided: refused('name', `${entry.name} stands there twice.`, twin) }
  const { timeZone } = known.weekend
  const starts = entry.start === undefined ? [] : instantsAt(timeZone, entry.start)
  if (entry.start !== undefined && starts.length === 0)
    return { decided: refused('start', `The clocks of ${timeZone} skip ${entry.start.replace('T', ' ')}.`) }
  const decision = there ? changed(entry, starts[0], there, known) : created(entry, starts[0], category, known)
  const { decided } = decision
  if (isRefused(decided)) return decision
  return {
    ...decision,
    ...(isNew && { category }),
    decided: starts.length > 1 ? { ...decided, startComesTwice: true } : decided,
  }
}
