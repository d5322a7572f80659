import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { BadgeVariant } from '../../../ui/theme/surfaces.ts'
import { ordinal } from '../../../ui/time/format.ts'

export type Label = { label: string; tone: BadgeVariant }

type Finish = Pick<OwnSeason, 'position' | 'totalPoints'>

/** Whether a fan has won a completed season: one without points has no winner. */
export const hasWon = ({ position, totalPoints }: Finish): boolean => position === 1 && totalPoints > 0

/** How a completed season ended for a fan. Undefined for fans who took no part. */
export const finishLabel = (finish: Finish): Label | undefined => {
  if (finish.position === null) return undefined
  if (hasWon(finish)) return { label: 'Season won', tone: 'purple' }
  return { label: `Finished ${ordinal(finish.position)}`, tone: 'neutral' }
}

type Chance = Pick<OwnSeason, 'canWin' | 'clinched'>

/** What a fan can still reach, in a few words with their colour. */
export const chanceLabel = ({ canWin, clinched }: Chance): Label => {
  if (clinched) return { label: 'Clinched', tone: 'purple' }
  return canWin ? { label: 'You can still win', tone: 'green' } : { label: 'Out of reach', tone: 'neutral' }
}
