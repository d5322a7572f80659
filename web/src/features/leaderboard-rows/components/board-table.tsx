import { Box } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

export type BoardTableProps = {
  label: string
  /** The names of the columns: a `thead`. */
  head: ReactNode
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
export const BoardTable = ({ label, head, count, height, above, body, children }: BoardTableProps) => (
  <Box component="table" display="block" aria-label={label} aria-rowcount={count + 1}>
    {head}
    <Box component="tbody" ref={body} display="block" pos="relative" style={{ height, paddingTop: above }}>
      {children}
    </Box>
  </Box>
)
