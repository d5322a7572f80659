import { Box } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import type { RowLayout } from './board-row.tsx'
import classes from './board-table.module.css'

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
  <thead className={classes.top}>
    <tr className={classes.head} aria-rowindex={1}>
      <Box component="th" scope="col" ta="center">
        Pos
      </Box>
      <th scope="col">
        <span className="ps-hidden">Change</span>
      </th>
      <th scope="col" className={classes.racer}>
        Fan
      </th>
      <th scope="col">Picks</th>
      <Box component="th" scope="col" ta="right">
        Tips
      </Box>
      <Box component="th" scope="col" ta="right">
        Gap
      </Box>
      <Box component="th" scope="col" ta="right">
        Points
      </Box>
    </tr>
  </thead>
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
  <table className={classes.table} aria-label={label} aria-rowcount={count + 1}>
    {layout === 'group' ? <GroupHead /> : <OpenHead />}
    <tbody ref={body} className={classes.body} style={{ height, paddingTop: above }}>
      {children}
    </tbody>
  </table>
)
