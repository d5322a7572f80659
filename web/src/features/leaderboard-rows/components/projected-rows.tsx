import { Badge } from '@mantine/core'
import type { ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import { memo } from 'react'
import { join } from '../../../ui/base/join.ts'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { positionText } from '../../../ui/racing/position.tsx'
import { PositionChange } from '../../../ui/racing/position-change.tsx'
import { formatGain, formatNumber } from '../../../ui/time/format.ts'
import type { ProjectedPage } from '../api/leaderboard-keys.ts'
import { useOwnStanding } from '../api/use-own-standing.ts'
import { entryName } from './entry-name.ts'
import classes from './projected-rows.module.css'

const Row = memo(({ entry, isMe }: { entry: ProvisionalEntry; isMe: boolean }) => {
  const { position, tieBreak, positionChange, totalPoints, gain } = entry
  return (
    <li className={join(classes.row, isMe && classes.me)}>
      <span className={classes.position}>{positionText(position, { shared: tieBreak === 'shared' })}</span>
      <PositionChange places={positionChange} />
      <Avatar name={entryName(entry)} of={entry} />
      <span className={classes.who}>
        <span className="ps-clip" dir="auto">
          {entryName(entry)}
        </span>
        {isMe && (
          <Badge size="xs" variant="ink">
            YOU
          </Badge>
        )}
        {totalPoints === null && <Badge variant="yellow">Pending</Badge>}
      </span>
      <span className={classes.gain}>
        {gain === null ? '' : formatGain(gain)}
        <span className="ps-hidden"> points if it ended now, </span>
      </span>
      <span className={classes.points}>
        {totalPoints === null ? '–' : formatNumber(totalPoints)}
        <span className="ps-hidden"> in all</span>
      </span>
    </li>
  )
})

/** The first rows of a projected leaderboard, and the fan's own row if it is not among them. */
export const ProjectedRows = ({ projected, rows }: { projected: ProjectedPage; rows: number }) => {
  const visible = projected.entries.slice(0, rows)
  const own = useOwnStanding([projected])
  const isOwnBelow = own !== undefined && !visible.some(({ userId }) => userId === own.userId)
  return (
    <ol aria-label="Board as it stands">
      {visible.map((entry) => (
        <Row key={entry.userId} entry={entry} isMe={entry.userId === own?.userId} />
      ))}
      {isOwnBelow && <li className={classes.gap} aria-hidden="true" />}
      {isOwnBelow && <Row entry={own} isMe />}
    </ol>
  )
}
