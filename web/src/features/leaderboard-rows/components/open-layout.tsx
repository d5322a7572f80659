import { Box } from '@mantine/core'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { join } from '../../../ui/base/join.ts'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { dataRowClass } from '../../../ui/racing/data-row.tsx'
import { Gap } from '../../../ui/racing/points.tsx'
import { PositionChange } from '../../../ui/racing/position-change.tsx'
import classes from './board.module.css'
import { type CellProps, PointsCell, PositionCell, type RowLayout } from './board-row.tsx'
import { entryName } from './entry-name.ts'
import { FanName } from './fan-name.tsx'
import { PickBars } from './pick-bars.tsx'
import type { RaceCount } from './pick-segments.ts'

/** Mantine's class of what a phone does not show. */
const DESK_ONLY = 'mantine-visible-from-sm'

/** Above avatars and names. */
const FAN = { gridColumn: 'span 2' }

const Head = () => (
  <Box component="thead" className={classes.top} display="block" visibleFrom="sm">
    <tr className={join('ps-columns', dataRowClass(), classes.row, classes.open, classes.head)} aria-rowindex={1}>
      <th scope="col">Pos</th>
      <th scope="col">
        <span className="ps-hidden">Change</span>
      </th>
      <Box component="th" scope="col" ta="left" pl={42} style={FAN}>
        Fan
      </Box>
      <Box component="th" scope="col" ta="left">
        Picks
      </Box>
      <Box component="th" scope="col" ta="right">
        Tips
      </Box>
      <Box component="th" scope="col" ta="right">
        Gap
      </Box>
      <th scope="col">Points</th>
    </tr>
  </Box>
)

const Cells = ({ entry, isMe, best, columns, move, as: Cell }: CellProps<Entry, RaceCount>) => {
  const { totalPoints, picks, tipsSubmitted } = entry
  return (
    <>
      <PositionCell entry={entry} move={move} as={Cell} />
      <Cell className={classes.change}>
        <PositionChange places={entry.positionChange} isEarlier={!move} />
      </Cell>
      <Cell aria-hidden="true">
        <Avatar name={entryName(entry)} of={entry} />
      </Cell>
      <Cell className={join(classes.who, 'ps-row')}>
        <FanName entry={entry} isMe={isMe} />
      </Cell>
      <Cell className={classes.picks}>
        <PickBars {...picks} {...columns} />
      </Cell>
      <Cell className={join(classes.figure, DESK_ONLY, 'ps-data ps-muted')}>{tipsSubmitted}</Cell>
      <Cell className={join(classes.figure, DESK_ONLY)}>
        <Gap behind={best === null || totalPoints === null ? null : best - totalPoints} />
      </Cell>
      <PointsCell entry={entry} move={move} as={Cell} />
    </>
  )
}

/** Rows of the open competition. */
export const openLayout: RowLayout<Entry, RaceCount> = {
  className: classes.open,
  Head,
  Cells,
  waiting: [
    [undefined, 16],
    [classes.change, 0],
    [undefined, 32],
    [classes.who, '44%'],
    [classes.picks, 96],
    [DESK_ONLY, 0],
    [DESK_ONLY, 0],
    [classes.figure, 34],
  ],
}
