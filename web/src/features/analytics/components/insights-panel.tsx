import { Box, Flex } from '@mantine/core'
import type { Insight, Performance } from '@purple-sector/contracts/tipping/http'
import { IconClock, IconTrendingUp, IconTrophy, IconUsersGroup, type TablerIcon } from '@tabler/icons-react'
import { Icon } from '../../../ui/base/icon.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { Segments, shareSegments } from '../../../ui/racing/segments.tsx'
import { formatDecimal } from '../../../ui/time/format.ts'
import { describeInsight, rankShare } from './analytics-labels.ts'

const ICONS: Record<Insight['kind'], TablerIcon> = {
  'best-category': IconTrendingUp,
  'changed-tips': IconClock,
  winners: IconTrophy,
  'top-of-field': IconUsersGroup,
}

const AverageRank = ({ rank }: { rank: number }) => (
  <Box className="ps-below" px={16} py={14}>
    <Flex align="baseline" justify="space-between">
      <Box component="span" fz={14} fw={560}>
        Average rank
      </Box>
      <b className="ps-figure-m">{formatDecimal(rank)}</b>
    </Flex>
    <Box mt={8}>
      <Segments
        values={shareSegments(rankShare(rank), 'ink')}
        label={`average rank ${formatDecimal(rank)}`}
        wide
        height="tall"
      />
    </Box>
    <p className="ps-field-hint">The fuller, the better: 1st fills the bar.</p>
  </Box>
)

/** Insights derived from the fan's figures. */
export const InsightsPanel = ({ averageRank, insights }: Pick<Performance, 'averageRank' | 'insights'>) => (
  <Panel title="Insights" span={4} tablet={2} flush>
    {averageRank === null && insights.length === 0 && (
      <EmptyState order={3} title="No insights yet" text="Insights start with your first scored tips." />
    )}
    {averageRank !== null && <AverageRank rank={averageRank} />}
    <ul className="ps-lined">
      {insights.map((insight) => {
        const [before, bold, after] = describeInsight(insight)
        return (
          <Flex component="li" key={insight.kind} className="ps-muted" gap={12} px={16} py={13} fz={13.5} lh="19px">
            <Icon icon={ICONS[insight.kind]} size={20} className="ps-faint" />
            <span>
              {before}
              <Box component="b" fw={560} c="var(--ps-ink)">
                {bold}
              </Box>
              {after}
            </span>
          </Flex>
        )
      })}
    </ul>
  </Panel>
)
