import { useCallback, useSyncExternalStore } from 'react'
import { onFanStorageChange, readFanStorage, writeFanStorage } from '../../lib/fan-storage.ts'
import { useUser } from '../session/user-query.ts'

/** The place of a pick: a category of a weekend, in the open competition (`groupId` null) or in a group. */
type PickScope = { weekendId: number; groupId: number | null; categoryId: number }

/** An unsaved pick. */
export type PickDraft = PickScope & {
  carId: number
  /** Names of the car and its category, for use where the card is not on screen. */
  car: string
  category: string
  /** When the category's tips close, as known when the car was picked; null while that is open. */
  closesAt: string | null
}

type StoredPicks = { userId: string; drafts: readonly PickDraft[] }

const NAME = 'pick-drafts.1'
const NONE: readonly PickDraft[] = []

const isSameScope = (a: PickScope, b: PickScope): boolean =>
  a.weekendId === b.weekendId && a.groupId === b.groupId && a.categoryId === b.categoryId

const isStoredPicks = (value: unknown): value is StoredPicks =>
  typeof value === 'object' && value !== null && 'userId' in value && 'drafts' in value && Array.isArray(value.drafts)

let storedPicks: StoredPicks | undefined
let isRead = false
/** Without storage the picks live as long as the page. */
let isStored = true
const listeners = new Set<() => void>()

const current = (): StoredPicks | undefined => {
  if (!isRead) {
    const stored = readFanStorage(NAME)
    storedPicks = isStoredPicks(stored) ? stored : undefined
    isRead = true
  }
  return storedPicks
}

const readAgain = (): void => {
  isRead = false
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  // Other tabs may have changed the picks while there was no subscriber.
  if (listeners.size === 0 && isStored) isRead = false
  listeners.add(listener)
  const unfollow = onFanStorageChange(NAME, readAgain)
  return () => {
    listeners.delete(listener)
    unfollow()
  }
}

const draftsOf = (userId: string): readonly PickDraft[] => {
  const currentPicks = current()
  return currentPicks?.userId === userId ? currentPicks.drafts : NONE
}

const setDrafts = (userId: string, drafts: readonly PickDraft[]): void => {
  storedPicks = drafts.length > 0 ? { userId, drafts } : undefined
  isRead = true
  isStored = writeFanStorage(NAME, storedPicks)
  for (const listener of listeners) listener()
}

/** Stores a pick in this browser; replaces an earlier one of the same card. */
export const storePick = (userId: string, draft: PickDraft): void =>
  setDrafts(userId, [...draftsOf(userId).filter((stored) => !isSameScope(stored, draft)), draft])

/** Removes the pick of a card after it was saved, or its tips have closed. */
export const removePick = (userId: string, scope: PickScope): void => {
  const drafts = draftsOf(userId)
  const remaining = drafts.filter((stored) => !isSameScope(stored, scope))
  if (remaining.length < drafts.length) setDrafts(userId, remaining)
}

let missed: readonly PickDraft[] = NONE

/**
 * Moves a pick whose tips have closed to the missed ones, which live as long as the page; false if it is gone already.
 */
export const expirePick = (userId: string, draft: PickDraft): boolean => {
  if (!draftsOf(userId).some((stored) => isSameScope(stored, draft))) return false
  missed = [...missed.filter((stored) => !isSameScope(stored, draft)), draft]
  removePick(userId, draft)
  return true
}

/** Returns the picks that were unsaved when their tips closed, while this page was open. */
export const useMissedPicks = (): readonly PickDraft[] =>
  useSyncExternalStore(
    subscribe,
    () => missed,
    () => NONE,
  )

/** Filters picks by competition and weekend. */
export const picksIn = <Place extends PickScope>(
  { weekendId, groupId }: Omit<PickScope, 'categoryId'>,
  picks: readonly Place[],
): Place[] => picks.filter((pick) => pick.weekendId === weekendId && pick.groupId === groupId)

/** Returns the signed-in fan's unsaved picks, also after a reload; never those of another fan in this browser. */
export const usePickDrafts = (): readonly PickDraft[] => {
  const userId = useUser()?.id
  return useSyncExternalStore(
    subscribe,
    useCallback(() => (userId === undefined ? NONE : draftsOf(userId)), [userId]),
    () => NONE,
  )
}
