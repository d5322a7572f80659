import { Box } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { join } from '../../../ui/base/join.ts'
import { dataRowClass } from '../../../ui/racing/data-row.tsx'
import classes from './board.module.css'
import type { RowLayout } from './board-row.tsx'

/** Above avatars and names. */
const FAN = { gridColumn: 'span 2' }

/** Column headers of a group's board, for screen readers only. */
const GroupHead = () => (
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

const OpenHead = () => (
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

export type BoardTableProps = {
  label: string
  layout: RowLayout
  /** Total number of rows, mounted or not. */
  count: number
  /** Total height of all rows, in px. */
  height: number
  /** Height of the rows above the mounted ones, in px. */
  above: number
  body?: Ref<HTMLTableSectionElement> | undefined
  children: ReactNode
}

/** Table of a board, in which only visible rows are mounted. */
export const BoardTable = ({ label, layout, count, height, above, body, children }: BoardTableProps) => (
  <Box component="table" display="block" aria-label={label} aria-rowcount={count + 1}>
    {layout === 'group' ? <GroupHead /> : <OpenHead />}
    <Box component="tbody" ref={body} display="block" pos="relative" style={{ height, paddingTop: above }}>
      {children}
    </Box>
  </Box>
)
