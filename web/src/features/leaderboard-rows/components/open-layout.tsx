import { Box } from '@mantine/core'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import classes from './board.module.css'
import { BoardHead, FanCells, FigureCells, waitingCells } from './board-cells.tsx'
import type { CellProps, RowLayout } from './board-row.tsx'
import { PickBars } from './pick-bars.tsx'
import type { RaceCount } from './pick-segments.ts'

const Head = () => (
  <BoardHead className={classes.open} figure="Tips">
    <Box component="th" scope="col" ta="left">
      Picks
    </Box>
  </BoardHead>
)

const Cells = ({ columns, best, ...row }: CellProps<Entry, RaceCount>) => {
  const { entry, as: Cell } = row
  return (
    <>
      <FanCells {...row} />
      <Cell className={classes.picks}>
        <PickBars {...entry.picks} {...columns} />
      </Cell>
      <FigureCells {...row} best={best} figure={entry.tipsSubmitted} />
    </>
  )
}

/** Rows of the open competition. */
export const openLayout: RowLayout<Entry, RaceCount> = {
  className: classes.open,
  Head,
  Cells,
  waiting: waitingCells(classes.picks),
}
