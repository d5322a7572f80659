import type { BoardEntry } from '../api/leaderboard-keys.ts'
import classes from './board.module.css'
import { type RowProps, rowClass } from './board-row.tsx'

export type OwnRowProps<Row extends BoardEntry, Columns> = Omit<RowProps<Row, Columns>, 'isMe'> & {
  /** Scrolls to the row; undefined if its place is unknown. */
  onFind?: (() => void) | undefined
}

/** The fan's own row while it is out of view: at the end of the board, on a phone above the bottom bar. */
export const OwnRow = <Row extends BoardEntry, Columns>({ onFind, layout, ...row }: OwnRowProps<Row, Columns>) => {
  const ownRow = { ...row, isMe: true, move: row.move && { ...row.move, isFlying: false } }
  const className = rowClass({ ...ownRow, layout })
  return (
    <section className={classes.pin} aria-label="Your row">
      {onFind ? (
        <button type="button" className={className} onClick={onFind} title="Go to your row">
          <layout.Cells {...ownRow} as="span" />
        </button>
      ) : (
        <div className={className}>
          <layout.Cells {...ownRow} as="span" />
        </div>
      )}
    </section>
  )
}
