import { Box } from '@mantine/core'
import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import type { CSSProperties } from 'react'
import { join } from '../../../ui/base/join.ts'
import { roundOf, type SeasonColumns } from '../api/rounds.ts'
import classes from './board.module.css'
import { BoardHead, FanCells, FigureCells, waitingCells } from './board-cells.tsx'
import type { CellProps, RowLayout } from './board-row.tsx'
import { RoundBars } from './round-bars.tsx'
import { RoundPoints } from './round-points.tsx'

/** Mantine's classes of rounds as columns, and of rounds as bars. */
const WIDE_ONLY = 'mantine-visible-from-lg'
const NARROW_ONLY = 'mantine-hidden-from-lg'

const ROUND_PX = 34

/** Returns the widths of the rounds' columns, for what stands around the board. */
export const roundColumns = ({ rounds }: SeasonColumns): CSSProperties & Record<'--round-columns', string> => ({
  '--round-columns': rounds.length === 0 ? '' : `repeat(${rounds.length}, ${ROUND_PX}px)`,
})

const Head = ({ columns }: { columns: SeasonColumns }) => (
  <BoardHead className={classes.season} figure="Won" title="Weekends won">
    <Box component="th" scope="col" ta="left" hiddenFrom="lg">
      Rounds
    </Box>
    {columns.rounds.map(({ weekendId, label, name }) => (
      <th key={weekendId} scope="col" className={WIDE_ONLY} title={name}>
        {label}
        <span className="ps-hidden">, {name}</span>
      </th>
    ))}
  </BoardHead>
)

const Cells = ({ columns, best, ...row }: CellProps<SeasonEntry, SeasonColumns>) => {
  const { entry, as: Cell } = row
  return (
    <>
      <FanCells {...row} />
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
      <FigureCells {...row} best={best} figure={entry.weekendsWon} />
    </>
  )
}

/** Rows of a season's leaderboard, which need `roundColumns` around them. */
export const seasonLayout: RowLayout<SeasonEntry, SeasonColumns> = {
  className: classes.season,
  Head,
  Cells,
  waiting: waitingCells(join(classes.picks, NARROW_ONLY)),
}
