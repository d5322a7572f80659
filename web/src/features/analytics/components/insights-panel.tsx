import { Box, Flex } from '@mantine/core'
import type { Insight, Performance } from '@purple-sector/contracts/tipping/http'
import { IconClock, IconTrendingUp, IconTrophy, IconUsersGroup, type TablerIcon } from '@tabler/icons-react'
import { Icon } from '../../../ui/base/icon.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { Segments, shareSegments } from '../../../ui/racing/segments.tsx'
import { formatDecimal } from '../../../ui/time/format.ts'
import { describeInsight, rankShare } from './analytics-labels.ts'
import classes from './insights-panel.module.css'

const ICONS: Record<Insight['kind'], TablerIcon> = {
  'best-category': IconTrendingUp,
  'changed-tips': IconClock,
  winners: IconTrophy,
  'top-of-field': IconUsersGroup,
}

const AverageRank = ({ rank }: { rank: number }) => (
  <div className={classes.rank}>
    <Flex align="baseline" justify="space-between">
      <Box component="span" fz={14} fw={560}>
        Average rank
      </Box>
      <b className="ps-figure-m">{formatDecimal(rank)}</b>
    </Flex>
    <Segments
      values={shareSegments(rankShare(rank), 'ink')}
      label={`average rank ${formatDecimal(rank)}`}
      wide
      height="tall"
    />
    <p className="ps-field-hint">The fuller, the better: 1st fills the bar.</p>
  </div>
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
          <li key={insight.kind} className={classes.insight}>
            <Icon icon={ICONS[insight.kind]} size={20} />
            <span>
              {before}
              <b>{bold}</b>
              {after}
            </span>
          </li>
        )
      })}
    </ul>
  </Panel>
)
