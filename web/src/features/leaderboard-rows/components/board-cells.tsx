import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { join } from '../../../ui/base/join.ts'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { dataRowClass } from '../../../ui/racing/data-row.tsx'
import { Gap } from '../../../ui/racing/points.tsx'
import { PositionChange } from '../../../ui/racing/position-change.tsx'
import type { BoardEntry } from '../api/leaderboard-keys.ts'
import classes from './board.module.css'
import { type CellProps, PointsCell, PositionCell } from './board-row.tsx'
import { entryName } from './entry-name.ts'
import { FanName } from './fan-name.tsx'

/** Mantine's class of what a phone does not show. */
const DESK_ONLY = 'mantine-visible-from-sm'

/** Above avatars and names. */
const FAN = { gridColumn: 'span 2' }

type HeadProps = {
  className: string | undefined
  /** The names of the columns between fan and figure. */
  children: ReactNode
  /** The name of the figure, and what it says at length. */
  figure: string
  title?: string
}

/** The names of the columns of a board whose rows begin with `FanCells` and end with `FigureCells`. */
export const BoardHead = ({ className, children, figure, title }: HeadProps) => (
  <Box component="thead" className={classes.top} display="block" visibleFrom="sm">
    <tr className={join('ps-columns', dataRowClass(), classes.row, className, classes.head)} aria-rowindex={1}>
      <th scope="col">Pos</th>
      <th scope="col">
        <span className="ps-hidden">Change</span>
      </th>
      <Box component="th" scope="col" ta="left" pl={42} style={FAN}>
        Fan
      </Box>
      {children}
      <Box component="th" scope="col" ta="right" title={title}>
        {figure}
      </Box>
      <Box component="th" scope="col" ta="right">
        Gap
      </Box>
      <th scope="col">Points</th>
    </tr>
  </Box>
)

type Entry = BoardEntry & { tieBreak: string | null }
type FanProps = Pick<CellProps<Entry, unknown>, 'entry' | 'isMe' | 'move' | 'as'>

/** Position, change, avatar and name. */
export const FanCells = ({ entry, isMe, move, as: Cell }: FanProps) => (
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
  </>
)

type FigureProps = Pick<CellProps<Entry, unknown>, 'entry' | 'best' | 'move' | 'as'> & { figure: ReactNode }

/** A figure and the gap, which a phone does not show, and the points. */
export const FigureCells = ({ entry, best, move, as: Cell, figure }: FigureProps) => (
  <>
    <Cell className={join(classes.figure, DESK_ONLY, 'ps-data ps-muted')}>{figure}</Cell>
    <Cell className={join(classes.figure, DESK_ONLY)}>
      <Gap behind={best === null || entry.totalPoints === null ? null : best - entry.totalPoints} />
    </Cell>
    <PointsCell entry={entry} move={move} as={Cell} />
  </>
)

/** The cells of a waiting row; `name` is the class of the cell between fan and figure. */
export const waitingCells = (name: string | undefined) =>
  [
    [undefined, 16],
    [classes.change, 0],
    [undefined, 32],
    [classes.who, '44%'],
    [name, 96],
    [DESK_ONLY, 0],
    [DESK_ONLY, 0],
    [classes.figure, 34],
  ] as const
