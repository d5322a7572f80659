import { useCallback, useSyncExternalStore } from 'react'
import { onFanStorageChange, readFanStorage, writeFanStorage } from '../../lib/fan-storage.ts'
import { useUser } from '../session/user-query.ts'

/** Where a pick belongs: a category of a weekend, in the open competition (`groupId` null) or in a group. */
type PickPlace = { weekendId: number; groupId: number | null; categoryId: number }

/** A picked car that is not saved. */
export type PickDraft = PickPlace & {
  carId: number
  /** What the car and its category are called, to name the pick where its card is not on screen. */
  car: string
  category: string
  /** When the category takes no more tips, as it was known when the car was picked; null while that is open. */
  closesAt: string | null
}

type Kept = { userId: string; drafts: readonly PickDraft[] }

const NAME = 'pick-drafts.1'
const NONE: readonly PickDraft[] = []

const isSamePlace = (one: PickPlace, other: PickPlace): boolean =>
  one.weekendId === other.weekendId && one.groupId === other.groupId && one.categoryId === other.categoryId

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'userId' in value && 'drafts' in value && Array.isArray(value.drafts)

let kept: Kept | undefined
let isRead = false
/** Without storage the picks live as long as the page. */
let isStored = true
const listeners = new Set<() => void>()

const current = (): Kept | undefined => {
  if (!isRead) {
    const stored = readFanStorage(NAME)
    kept = isKept(stored) ? stored : undefined
    isRead = true
  }
  return kept
}

const readAgain = (): void => {
  isRead = false
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  // Other tabs may have changed them while nothing followed.
  if (listeners.size === 0 && isStored) isRead = false
  listeners.add(listener)
  const unfollow = onFanStorageChange(NAME, readAgain)
  return () => {
    listeners.delete(listener)
    unfollow()
  }
}

const draftsOf = (userId: string): readonly PickDraft[] => {
  const known = current()
  return known?.userId === userId ? known.drafts : NONE
}

const become = (userId: string, drafts: readonly PickDraft[]): void => {
  kept = drafts.length > 0 ? { userId, drafts } : undefined
  isRead = true
  isStored = writeFanStorage(NAME, kept)
  for (const listener of listeners) listener()
}

/** Keeps a pick in this browser, in the place of an earlier one of the same card. */
export const keepPick = (userId: string, draft: PickDraft): void =>
  become(userId, [...draftsOf(userId).filter((known) => !isSamePlace(known, draft)), draft])

/** Removes the pick of a card: it was saved, or its tips have closed. */
export const dropPick = (userId: string, place: PickPlace): void => {
  const drafts = draftsOf(userId)
  const left = drafts.filter((known) => !isSamePlace(known, place))
  if (left.length < drafts.length) become(userId, left)
}

let missed: readonly PickDraft[] = NONE

/** Drops a pick whose tips have closed, and remembers it for as long as the page lives; false where it is gone already. */
export const lapsePick = (userId: string, draft: PickDraft): boolean => {
  if (!draftsOf(userId).some((known) => isSamePlace(known, draft))) return false
  missed = [...missed.filter((known) => !isSamePlace(known, draft)), draft]
  dropPick(userId, draft)
  return true
}

/** The picks that were not saved when their tips closed, while this page was open. */
export const useMissedPicks = (): readonly PickDraft[] =>
  useSyncExternalStore(
    subscribe,
    () => missed,
    () => NONE,
  )

/** Those of a list that belong to one competition of a weekend. */
export const picksIn = <Place extends PickPlace>(
  { weekendId, groupId }: Omit<PickPlace, 'categoryId'>,
  picks: readonly Place[],
): Place[] => picks.filter((pick) => pick.weekendId === weekendId && pick.groupId === groupId)

/** The unsaved picks of the signed-in fan, also after a reload; those that another fan left in this browser never. */
export const usePickDrafts = (): readonly PickDraft[] => {
  const userId = useUser()?.id
  return useSyncExternalStore(
    subscribe,
    useCallback(() => (userId === undefined ? NONE : draftsOf(userId)), [userId]),
    () => NONE,
  )
}
