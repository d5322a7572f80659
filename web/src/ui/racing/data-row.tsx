import type { CSSProperties, ReactNode } from 'react'
import { join } from '../base/join.ts'
import classes from './data-row.module.css'

type RowState = {
  /** Whether it is the user's own. */
  isMe?: boolean | undefined
  isLeader?: boolean | undefined
  /** Rows of what is provisional are parted by dashes. */
  isProvisional?: boolean | undefined
}

/** The classes of a row of figures: a position first, the points last. */
export const dataRowClass = ({ isMe, isLeader, isProvisional }: RowState = {}): string =>
  join(
    classes.row,
    (isMe || isLeader) && 'ps-edge',
    isMe && classes.me,
    isLeader && classes.leader,
    isProvisional && classes.provisional,
  )

type RowsLayout = CSSProperties & Record<'--row-columns' | '--row-height', string>

/** The columns of the rows, as of a CSS grid, and their height in px. */
export const dataRows = (columns: string, height: number): RowsLayout => ({
  '--row-columns': columns,
  '--row-height': `${height}px`,
})

type Props = RowState & { className?: string | undefined; children: ReactNode }

/** A row of a short list, which has `dataRows` as its style. */
export const DataRow = ({ className, children, ...state }: Props) => (
  <li className={join(dataRowClass(state), className)}>{children}</li>
)
