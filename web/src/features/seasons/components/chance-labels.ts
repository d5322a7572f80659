import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { BadgeVariant } from '../../../ui/theme/surfaces.ts'

type Chance = Pick<OwnSeason, 'canWin' | 'clinched'>

/** What a fan can still reach, in a few words with their colour. */
export const chanceLabel = ({ canWin, clinched }: Chance): { label: string; tone: BadgeVariant } => {
  if (clinched) return { label: 'Clinched', tone: 'purple' }
  return canWin ? { label: 'You can still win', tone: 'green' } : { label: 'Out of reach', tone: 'neutral' }
}
