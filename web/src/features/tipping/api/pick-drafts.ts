import { useCallback, useSyncExternalStore } from 'react'
import { onFanStorageChange, readFanStorage, writeFanStorage } from '../../../client/browser/fan-storage.ts'
import { browserState } from '../../../ui/base/browser-state.ts'
import { useUser } from '../../session/user-query.ts'

/** The scope of a pick: a category of a weekend, in the open competition (`groupId` null) or in a group. */
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
const NO_DRAFTS: readonly PickDraft[] = []

const isSameScope = (a: PickScope, b: PickScope): boolean =>
  a.weekendId === b.weekendId && a.groupId === b.groupId && a.categoryId === b.categoryId

const isStoredPicks = (value: unknown): value is StoredPicks =>
  typeof value === 'object' && value !== null && 'userId' in value && 'drafts' in value && Array.isArray(value.drafts)

type Picks = {
  stored: StoredPicks | undefined
  isLoaded: boolean
  /** Whether the picks are in the storage; without it they exist as long as the page. */
  isStored: boolean
  missed: readonly PickDraft[]
  listeners: Set<() => void>
}

const picks = browserState(
  (): Picks => ({
    stored: undefined,
    isLoaded: false,
    isStored: true,
    missed: NO_DRAFTS,
    listeners: new Set(),
  }),
)

const loadPicks = (): StoredPicks | undefined => {
  if (!picks().isLoaded) {
    const stored = readFanStorage(NAME)
    picks().stored = isStoredPicks(stored) ? stored : undefined
    picks().isLoaded = true
  }
  return picks().stored
}

const invalidate = (): void => {
  picks().isLoaded = false
  for (const listener of picks().listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  // Other tabs may have changed the picks while there was no subscriber.
  if (picks().listeners.size === 0 && picks().isStored) picks().isLoaded = false
  picks().listeners.add(listener)
  const unsubscribe = onFanStorageChange(NAME, invalidate)
  return () => {
    picks().listeners.delete(listener)
    unsubscribe()
  }
}

const draftsOf = (userId: string): readonly PickDraft[] => {
  const currentPicks = loadPicks()
  return currentPicks?.userId === userId ? currentPicks.drafts : NO_DRAFTS
}

const setDrafts = (userId: string, drafts: readonly PickDraft[]): void => {
  picks().stored = drafts.length > 0 ? { userId, drafts } : undefined
  picks().isLoaded = true
  picks().isStored = writeFanStorage(NAME, picks().stored)
  for (const listener of picks().listeners) listener()
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

/**
 * Moves a pick whose tips have closed to the missed ones, which exist as long as the page. Returns false if the pick was
 * removed already.
 */
export const expirePick = (userId: string, draft: PickDraft): boolean => {
  if (!draftsOf(userId).some((stored) => isSameScope(stored, draft))) return false
  picks().missed = [...picks().missed.filter((stored) => !isSameScope(stored, draft)), draft]
  removePick(userId, draft)
  return true
}

/** Returns the picks that were unsaved when their tips closed, while this page was open. */
export const useMissedPicks = (): readonly PickDraft[] =>
  useSyncExternalStore(
    subscribe,
    () => picks().missed,
    () => NO_DRAFTS,
  )

/** Filters picks by competition and weekend. */
export const picksIn = <Item extends PickScope>(
  { weekendId, groupId }: Omit<PickScope, 'categoryId'>,
  picks: readonly Item[],
): Item[] => picks.filter((pick) => pick.weekendId === weekendId && pick.groupId === groupId)

/** Returns the signed-in fan's unsaved picks, also after a reload; never those of another fan in this browser. */
export const usePickDrafts = (): readonly PickDraft[] => {
  const userId = useUser()?.id
  return useSyncExternalStore(
    subscribe,
    useCallback(() => (userId === undefined ? NO_DRAFTS : draftsOf(userId)), [userId]),
    () => NO_DRAFTS,
  )
}
