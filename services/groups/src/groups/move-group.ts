import { randomUUID } from 'node:crypto'
import { AppError, conflict, unavailable } from '@purple-sector/service-kit/errors'
import type { Tipping } from '../tipping-client.ts'
import type { StoredGroup } from './group.ts'

/** Well within the half minute for which tipping holds a group, so that the move is there before that ends. */
const MAX_MOVE_MS = 10_000

const tryAgain = () => unavailable('The group is being changed. Please try again.')

/** Throws where the group may not move as it was looked at: another change came first, or the hold may end too soon. */
export type RequireHold = (group: Pick<StoredGroup, 'weekendId'>) => void

/** For a change that seemed to be no move when the group was looked at. */
export const refuseMove: RequireHold = () => {
  throw tryAgain()
}

/**
 * Moves a group out of its weekend while nobody can tip in it; with tips it stays (docs/rules.md, Groups). Tipping is
 * asked while nothing is held here. A move that was refused ends the hold; of one that failed nobody knows whether it is
 * committed, so that one stays held until tipping lets go by itself.
 */
export const holdDuringMove = async <T>(
  tipping: Pick<Tipping, 'holdGroup' | 'releaseGroup'>,
  { id: groupId, weekendId }: Pick<StoredGroup, 'id' | 'weekendId'>,
  change: (requireHold: RequireHold) => Promise<T>,
): Promise<T> => {
  const move = { id: randomUUID(), groupId, weekendId }
  const since = performance.now()
  const outcome = await tipping.holdGroup(move)
  if (outcome === 'started')
    throw conflict('GROUP_STARTED', 'This group already has tips, so it stays with its weekend.')
  if (outcome === 'unknown') throw tryAgain()
  try {
    return await change((group) => {
      if (group.weekendId !== weekendId || performance.now() - since > MAX_MOVE_MS) throw tryAgain()
    })
  } catch (error) {
    if (error instanceof AppError) await tipping.releaseGroup(move)
    throw error
  }
}
