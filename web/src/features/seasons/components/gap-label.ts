import type { OwnSeason, SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { formatNumber } from '../../../ui/time/format.ts'
import { entryName } from '../../leaderboard-rows/components/entry-name.ts'

type Gap = { value: string; note: string }

const NONE: Gap = { value: '–', note: '' }

/** The gap to the row beside the fan's own: `−12`, "to mae"; for the leader `+8`, "ahead of mae". */
export const gapLabel = (
  { position, totalPoints }: Pick<OwnSeason, 'position' | 'totalPoints'>,
  rival: SeasonEntry | undefined,
): Gap => {
  if (position === null || rival?.totalPoints == null) return NONE
  const gap = totalPoints - rival.totalPoints
  const name = entryName(rival)
  if (gap === 0) return { value: '0', note: `level with ${name}` }
  return gap > 0
    ? { value: `+${formatNumber(gap)}`, note: `ahead of ${name}` }
    : { value: formatNumber(gap), note: `to ${name}` }
}
