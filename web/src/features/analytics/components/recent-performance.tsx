import { Badge, Text } from '@mantine/core'
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
    <tr className={classes.row}>
      <th scope="row">
        <span className={classes.name}>
          <b className="ps-clip">{name}</b>
          {isLive && (
            <Badge variant="green" data-dot className={classes.live}>
              Live
            </Badge>
          )}
        </span>
        <Text span size="xs" c="var(--ps-ink-3)">
          {datesOf(weekend)}
          {isLive && <span className={classes.phoneLive}> · Live</span>}
        </Text>
      </th>
      <td>
        {totalTips === 0 ? (
          <Text span size="xs" c="var(--ps-ink-3)">
            No performance data available for this weekend
          </Text>
        ) : (
          <span className={classes.tips}>
            <Segments
              values={tipSegments(correctTips, totalTips)}
              label={`${correctTips} of ${plural(totalTips, 'tip')} correct`}
            />
            <span className="ps-num" aria-hidden="true">
              {correctTips}
              <small> / {totalTips}</small>
            </span>
          </span>
        )}
      </td>
      <td className={join('ps-num', classes.points)}>{formatNumber(pointsEarned)}</td>
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
        <thead className="ps-columns">
          <tr className={classes.row}>
            <th scope="col">Weekend</th>
            <th scope="col">Correct tips</th>
            <th scope="col" className={classes.right}>
              Points
            </th>
            <th scope="col" className={classes.right}>
              Rank
            </th>
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
