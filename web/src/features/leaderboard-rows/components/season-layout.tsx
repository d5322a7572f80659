import { Box } from '@mantine/core'
import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import type { CSSProperties } from 'react'
import { join } from '../../../ui/base/join.ts'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { dataRowClass } from '../../../ui/racing/data-row.tsx'
import { Gap } from '../../../ui/racing/points.tsx'
import { PositionChange } from '../../../ui/racing/position-change.tsx'
import { roundOf, type SeasonColumns } from '../api/rounds.ts'
import classes from './board.module.css'
import { type CellProps, PointsCell, PositionCell, type RowLayout } from './board-row.tsx'
import { entryName } from './entry-name.ts'
import { FanName } from './fan-name.tsx'
import { RoundBars } from './round-bars.tsx'
import { RoundPoints } from './round-points.tsx'

/** Mantine's classes: of what a phone does not show, of rounds as columns, and of rounds as bars. */
const DESK_ONLY = 'mantine-visible-from-sm'
const WIDE_ONLY = 'mantine-visible-from-lg'
const NARROW_ONLY = 'mantine-hidden-from-lg'

/** Above avatars and names. */
const FAN = { gridColumn: 'span 2' }

const ROUND_PX = 34

/** Returns the widths of the rounds' columns, for what stands around the board. */
export const roundColumns = ({ rounds }: SeasonColumns): CSSProperties & Record<'--round-columns', string> => ({
  '--round-columns': rounds.length === 0 ? '' : `repeat(${rounds.length}, ${ROUND_PX}px)`,
})

const Head = ({ columns }: { columns: SeasonColumns }) => (
  <Box component="thead" className={classes.top} display="block" visibleFrom="sm">
    <tr className={join('ps-columns', dataRowClass(), classes.row, classes.season, classes.head)} aria-rowindex={1}>
      <th scope="col">Pos</th>
      <th scope="col">
        <span className="ps-hidden">Change</span>
      </th>
      <Box component="th" scope="col" ta="left" pl={42} style={FAN}>
        Fan
      </Box>
      <Box component="th" scope="col" ta="left" hiddenFrom="lg">
        Rounds
      </Box>
      {columns.rounds.map(({ weekendId, label, name }) => (
        <th key={weekendId} scope="col" className={WIDE_ONLY} title={name}>
          {label}
          <span className="ps-hidden">, {name}</span>
        </th>
      ))}
      <Box component="th" scope="col" ta="right" title="Weekends won">
        Won
      </Box>
      <Box component="th" scope="col" ta="right">
        Gap
      </Box>
      <th scope="col">Points</th>
    </tr>
  </Box>
)

const Cells = ({ entry, isMe, best, columns, move, as: Cell }: CellProps<SeasonEntry, SeasonColumns>) => {
  const { totalPoints, weekendsWon } = entry
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
      <Cell className={join(classes.picks, NARROW_ONLY)}>
        <RoundBars entry={entry} columns={columns} />
      </Cell>
      {columns.rounds.map(({ weekendId }) => {
        const round = roundOf(entry, weekendId)
        return (
          <Cell key={weekendId} className={join(classes.round, WIDE_ONLY)}>
            {round && <RoundPoints round={round} />}
          </Cell>
        )
      })}
      <Cell className={join(classes.figure, DESK_ONLY, 'ps-data ps-muted')}>{weekendsWon}</Cell>
      <Cell className={join(classes.figure, DESK_ONLY)}>
        <Gap behind={best === null || totalPoints === null ? null : best - totalPoints} />
      </Cell>
      <PointsCell entry={entry} move={move} as={Cell} />
    </>
  )
}

/** Rows of a season's leaderboard, which need `roundColumns` around them. */
export const seasonLayout: RowLayout<SeasonEntry, SeasonColumns> = {
  className: classes.season,
  Head,
  Cells,
  waiting: [
    [undefined, 16],
    [classes.change, 0],
    [undefined, 32],
    [classes.who, '44%'],
    [join(classes.picks, NARROW_ONLY), 96],
    [DESK_ONLY, 0],
    [DESK_ONLY, 0],
    [classes.figure, 34],
  ],
}
