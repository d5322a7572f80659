import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { Segments } from '../../../ui/racing/segments.tsx'
import { formatNumber, ordinal, plural } from '../../../ui/time/format.ts'
import { myStatsQuery } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import type { TipsSummary } from './tips-summary.ts'

/** Formats the number of groups: "in 4 groups, 1 pending". */
const formatGroups = ({ groups, pendingGroups }: TipsSummary): string =>
  `in ${plural(groups, 'group')}${pendingGroups > 0 ? `, ${formatNumber(pendingGroups)} pending` : ''}`

/** How many tips of a weekend there are, and their points. */
export const TipsFigures = ({ summary, weekendId }: { summary: TipsSummary; weekendId: number }) => {
  const stats = useQuery(myStatsQuery(weekendId))
  const place = stats.data?.position
  const approved = summary.groups - summary.pendingGroups
  return (
    <StatGrid columns={4}>
      <Stat
        size="lg"
        label="Sector tips"
        value={
          <>
            {summary.sectorTips.length}
            <Box component="small" className="ps-faint" fz={17} fw={560}>
              {' '}
              / {summary.categories}
            </Box>
          </>
        }
        note={
          <Box component="span" display="block" w={120} pt={2}>
            <Segments
              values={summary.segments}
              label={`${summary.sectorTips.length} of ${summary.categories} categories tipped`}
              wide
            />
          </Box>
        }
      />
      <Stat
        size="lg"
        label="Group tips"
        value={summary.groupTips.length}
        note={summary.groups > 0 ? formatGroups(summary) : undefined}
      />
      <Stat
        size="lg"
        label="Sector points"
        value={formatNumber(summary.sectorPoints)}
        note={place ? `${ordinal(place)} in the open competition` : undefined}
      />
      <Stat
        size="lg"
        label="Group points"
        value={summary.groupPoints === null ? '–' : formatNumber(summary.groupPoints)}
        note={summary.groupPoints !== null && approved > 0 ? `from ${plural(approved, 'group')}` : undefined}
      />
    </StatGrid>
  )
}
