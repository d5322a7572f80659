import { Box } from '@mantine/core'
import type { Performance, WeekendFigures } from '@purple-sector/contracts/tipping/http'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { formatDecimal, formatNumber } from '../../../ui/time/format.ts'
import { monthOf } from './analytics-labels.ts'

const Trend = ({ accuracyChange, trendingUp }: Pick<Performance, 'accuracyChange' | 'trendingUp'>) => {
  if (accuracyChange === null) return <span>of your scored tips</span>
  if (accuracyChange === 0) return <span>as before</span>
  return (
    <span className={trendingUp ? 'ps-good' : 'ps-slow'}>
      <Box
        component="svg"
        display="inline-block"
        mr={4}
        width="10"
        height="10"
        viewBox="0 0 10 10"
        fill="currentColor"
        aria-hidden="true"
      >
        <path d={trendingUp ? 'M5 1.5 9.4 8.5H.6z' : 'M5 8.5.6 1.5h8.8z'} />
      </Box>
      {formatDecimal(Math.abs(accuracyChange))} {trendingUp ? 'trending up' : 'trending down'}
    </span>
  )
}

const sinceOf = (history: readonly WeekendFigures[] | undefined): string | undefined => {
  const days = (history ?? []).flatMap(({ startDate }) => (startDate === null ? [] : [startDate])).toSorted()
  return days[0] && `since ${monthOf(days[0])}`
}

/** The four figures over all weekends. */
export const FiguresGrid = ({
  performance,
  history,
}: {
  performance: Performance
  history: readonly WeekendFigures[] | undefined
}) => {
  const { totalWeekends, averageAccuracy, totalPoints, bestRank, bestWeekend } = performance
  return (
    <StatGrid columns={4}>
      <Stat size="lg" label="Total weekends" value={formatNumber(totalWeekends)} note={sinceOf(history)} />
      <Stat
        size="lg"
        label="Average accuracy"
        value={
          <>
            {formatDecimal(averageAccuracy)}
            <Box component="small" className="ps-faint" fz={18} fw={560}>
              %
            </Box>
          </>
        }
        note={<Trend {...performance} />}
      />
      <Stat
        size="lg"
        label="Total points"
        value={formatNumber(totalPoints)}
        note={`${formatNumber(Math.round(totalPoints / totalWeekends))} per weekend`}
      />
      <Stat
        size="lg"
        label="Best rank"
        value={bestRank === null ? '–' : formatNumber(bestRank)}
        note={bestWeekend?.name ?? 'nothing scored yet'}
      />
    </StatGrid>
  )
}
