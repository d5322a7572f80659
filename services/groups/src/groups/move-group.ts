import { randomUUID } from 'node:crypto'
import { AppError, conflict, unavailable } from '@purple-sector/service-kit/errors'
import type { Tipping } from '../tipping-client.ts'
import type { StoredGroup } from './group.ts'

/** Well below the 30 s for which tipping holds a group, so that the move arrives before the hold ends. */
const MAX_MOVE_MS = 10_000

/** The error for a group that another request is changing. */
export const tryAgain = () => unavailable('The group is being changed. Please try again.')

/** Throws if the group may not move any more: another change was faster, or the hold may end too early. */
export type RequireHold = (group: Pick<StoredGroup, 'weekendId'>) => void

/** Rejects a move: for a change that was not a move when the group was read. */
export const rejectMove: RequireHold = () => {
  throw tryAgain()
}

/**
 * Moves a group to another weekend while tipping holds it; a group with tips cannot move (docs/rules.md, Groups). A group
 * without a weekend, whose season was deleted, has no tips.
 *
 * Calls tipping outside of transactions. A rejected move releases the hold; a failed move may have committed, so its
 * hold stays until it expires in tipping.
 */
export const holdDuringMove = async <T>(
  tipping: Pick<Tipping, 'holdGroup' | 'releaseGroup'>,
  { id: groupId, weekendId }: Pick<StoredGroup, 'id' | 'weekendId'>,
  change: (requireHold: RequireHold) => Promise<T>,
): Promise<T> => {
  if (weekendId === null)
    return change((group) => {
      if (group.weekendId !== null) throw tryAgain()
    })
  const move = { id: randomUUID(), groupId, weekendId }
  const startedAt = performance.now()
  const outcome = await tipping.holdGroup(move)
  if (outcome === 'started')
    throw conflict('GROUP_STARTED', 'This group already has tips, so it stays with its weekend.')
  if (outcome === 'unknown') throw tryAgain()
  try {
    return await change((group) => {
      if (group.weekendId !== weekendId || performance.now() - startedAt > MAX_MOVE_MS) throw tryAgain()
    })
  } catch (error) {
    if (error instanceof AppError) await tipping.releaseGroup(move)
    throw error
  }
}
