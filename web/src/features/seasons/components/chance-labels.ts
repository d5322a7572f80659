import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { BadgeVariant } from '../../../ui/theme/surfaces.ts'
import { ordinal } from '../../../ui/time/format.ts'

export type Label = { label: string; tone: BadgeVariant }

/** How a completed season ended for a fan; one without points has no winner. Undefined for who took no part. */
export const finishLabel = ({
  position,
  totalPoints,
}: Pick<OwnSeason, 'position' | 'totalPoints'>): Label | undefined => {
  if (position === null) return undefined
  if (position === 1 && totalPoints > 0) return { label: 'Season won', tone: 'purple' }
  return { label: `Finished ${ordinal(position)}`, tone: 'neutral' }
}

type Chance = Pick<OwnSeason, 'canWin' | 'clinched'>

/** What a fan can still reach, in a few words with their colour. */
export const chanceLabel = ({ canWin, clinched }: Chance): Label => {
  if (clinched) return { label: 'Clinched', tone: 'purple' }
  return canWin ? { label: 'You can still win', tone: 'green' } : { label: 'Out of reach', tone: 'neutral' }
}
