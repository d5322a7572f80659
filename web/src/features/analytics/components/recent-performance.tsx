import { Badge, Box, Flex, Text } from '@mantine/core'
import type { RecentWeekend } from '@purple-sector/contracts/tipping/http'
import { join } from '../../../ui/base/join.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { Position } from '../../../ui/racing/position.tsx'
import { countSegments, Segments } from '../../../ui/racing/segments.tsx'
import { formatNumber, plural } from '../../../ui/time/format.ts'
import { datesOf } from './analytics-labels.ts'
import classes from './recent-performance.module.css'

const MAX_SEGMENTS = 12

/** Returns one segment per tip; scales down proportionally above `MAX_SEGMENTS`. */
const tipSegments = (correct: number, total: number) => {
  const segmentCount = Math.min(total, MAX_SEGMENTS)
  const doneCount = total === 0 ? 0 : Math.round((correct / total) * segmentCount)
  return countSegments(doneCount, segmentCount, { done: 'green' }).map((value) => (value === 'open' ? 'past' : value))
}

const Row = (weekend: RecentWeekend) => {
  const { name, isLive, correctTips, totalTips, pointsEarned, weekendRank, participants } = weekend
  return (
    <tr>
      <th scope="row">
        <Flex component="span" align="center" gap={8} fz={14}>
          <Box component="b" className="ps-wrap" fw={540}>
            {name}
          </Box>
          {isLive && (
            <Badge variant="green" data-dot visibleFrom="sm">
              Live
            </Badge>
          )}
        </Flex>
        <Text span size="xs" c="var(--ps-ink-3)">
          {datesOf(weekend)}
          {isLive && (
            <Box component="span" hiddenFrom="sm" c="var(--ps-green-ink)">
              {' '}
              · Live
            </Box>
          )}
        </Text>
      </th>
      <td>
        {totalTips === 0 ? (
          <Text span size="xs" c="var(--ps-ink-3)">
            No performance data available for this weekend
          </Text>
        ) : (
          <Flex
            component="span"
            direction={{ base: 'column-reverse', sm: 'row' }}
            align={{ base: 'flex-start', sm: 'center' }}
            gap={{ base: 4, sm: 12 }}
          >
            <Box component="span" miw={{ sm: 106 }}>
              <Segments
                values={tipSegments(correctTips, totalTips)}
                label={`${correctTips} of ${plural(totalTips, 'tip')} correct`}
              />
            </Box>
            <span className="ps-num" aria-hidden="true">
              {correctTips}
              <small className="ps-faint"> / {totalTips}</small>
            </span>
          </Flex>
        )}
      </td>
      <td>
        <span className="ps-points">{formatNumber(pointsEarned)}</span>
      </td>
      <td className={classes.rank}>
        <Position position={weekendRank} />
        {weekendRank !== null && <span className="ps-hidden"> of {formatNumber(participants)}</span>}
      </td>
    </tr>
  )
}

export const RecentPerformance = ({ weekends }: { weekends: readonly RecentWeekend[] }) => (
  <Panel title="Recent performance" span={8} actions={`last ${plural(weekends.length, 'weekend')}`} flush>
    {weekends.length === 0 ? (
      <EmptyState order={3} title="No performance data available for this weekend" />
    ) : (
      <table className={join('ps-table', classes.table)}>
        <colgroup>
          <col />
          <col className={classes.tips} />
          <col className={classes.number} />
          <col className={classes.number} />
        </colgroup>
        <thead className="ps-columns">
          <tr>
            <th scope="col">Weekend</th>
            <th scope="col">Correct tips</th>
            <th scope="col">Points</th>
            <th scope="col">Rank</th>
          </tr>
        </thead>
        <tbody>
          {weekends.map((weekend) => (
            <Row key={weekend.id} {...weekend} />
          ))}
        </tbody>
      </table>
    )}
  </Panel>
)
