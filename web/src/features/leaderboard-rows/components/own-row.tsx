import classes from './board.module.css'
import { RowCells, type RowProps, rowClass } from './board-row.tsx'

export type OwnRowProps = Omit<RowProps, 'isMe'> & {
  /** Scrolls to the row; undefined if its place is unknown. */
  onFind?: (() => void) | undefined
}

/** The fan's own row while it is out of view: at the end of the board, on a phone above the bottom bar. */
export const OwnRow = ({ onFind, ...row }: OwnRowProps) => {
  const ownRow = { ...row, isMe: true, move: row.move && { ...row.move, isFlying: false } }
  const className = rowClass(ownRow)
  return (
    <section className={classes.pin} aria-label="Your row">
      {onFind ? (
        <button type="button" className={className} onClick={onFind} title="Go to your row">
          <RowCells {...ownRow} as="span" />
        </button>
      ) : (
        <div className={className}>
          <RowCells {...ownRow} as="span" />
        </div>
      )}
    </section>
  )
}
