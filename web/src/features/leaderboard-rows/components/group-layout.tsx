import type { Entry } from '@purple-sector/contracts/tipping/http'
import { join } from '../../../ui/base/join.ts'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { Segments } from '../../../ui/racing/segments.tsx'
import { plural } from '../../../ui/time/format.ts'
import classes from './board.module.css'
import { type CellProps, PointsCell, PositionCell, type RowLayout } from './board-row.tsx'
import { entryName } from './entry-name.ts'
import { FanName } from './fan-name.tsx'
import { describePicks, pickSegments, type RaceCount } from './pick-segments.ts'

/** Column headers of a group's board, for screen readers only. */
const Head = () => (
  <thead className="ps-hidden">
    <tr aria-rowindex={1}>
      <th scope="col">Pos</th>
      <th scope="col">Member</th>
      <th scope="col">Tips</th>
      <th scope="col">Races</th>
      <th scope="col">Points</th>
    </tr>
  </thead>
)

/** Cells of a group's board: tips below the name, and the progress of the group's races. */
const Cells = ({ entry, isMe, move, columns, as: Cell }: CellProps<Entry, RaceCount>) => {
  const { position, totalPoints, picks, tipsSubmitted } = entry
  const { scored, counting } = columns
  const isHidden = totalPoints === null
  // Users who may see hidden points see them on a row without a position.
  const isPending = isHidden || (position === null && scored > 0)
  return (
    <>
      <PositionCell entry={entry} move={move} as={Cell} hash />
      <Cell aria-hidden="true">
        <Avatar name={entryName(entry)} of={entry} />
      </Cell>
      <Cell className={join(classes.who, 'ps-row')}>
        <FanName entry={entry} isMe={isMe} isPending={isPending} />
      </Cell>
      <Cell className={join(classes.tips, 'ps-xs ps-faint')}>
        {plural(tipsSubmitted, 'tip')} submitted{isHidden && ' · points hidden'}
      </Cell>
      <Cell className={join(classes.progress, 'ps-stack')}>
        <Segments
          wide
          values={pickSegments(picks, isHidden ? { scored: 0, counting } : columns, counting)}
          label={isHidden ? 'Points hidden' : describePicks(picks, columns)}
        />
        <span className="ps-xs ps-faint mantine-visible-from-sm">
          {isHidden ? 'Shown once approved' : `${scored} of ${plural(counting, 'race')}`}
        </span>
      </Cell>
      <PointsCell entry={entry} move={move} as={Cell} />
    </>
  )
}

/** Rows of a group's board, with fewer and wider columns than the open competition's. */
export const groupLayout: RowLayout<Entry, RaceCount> = {
  className: classes.group,
  Head,
  Cells,
  waiting: [
    [undefined, 24],
    [undefined, 32],
    [classes.who, '44%'],
    [classes.tips, 96],
    [classes.progress, '100%'],
    [classes.figure, 40],
  ],
}
