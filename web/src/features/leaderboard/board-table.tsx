import { Box } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import classes from './board-table.module.css'

export type BoardTableProps = {
  label: string
  /** Rows there are, on screen or not. */
  count: number
  /** Of all rows together. */
  height: number
  /** Height of the rows above those that exist. */
  above: number
  body: Ref<HTMLTableSectionElement>
  children: ReactNode
}

/** The frame of the board: a table whose rows are where they are put. */
export const BoardTable = ({ label, count, height, above, body, children }: BoardTableProps) => (
  <table className={classes.table} aria-label={label} aria-rowcount={count + 1}>
    <thead className={classes.top}>
      <tr className={classes.head} aria-rowindex={1}>
        <Box component="th" scope="col" ta="center">
          Pos
        </Box>
        <th scope="col">
          <span className="ps-hidden">Change</span>
        </th>
        <th scope="col" className={classes.racer}>
          Racer
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
    <tbody ref={body} className={classes.body} style={{ height, paddingTop: above }}>
      {children}
    </tbody>
  </table>
)
