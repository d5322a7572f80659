import { Skeleton } from '@mantine/core'
import { type ComponentType, memo, useLayoutEffect, useRef } from 'react'
import { join } from '../../../ui/base/join.ts'
import { dataRowClass } from '../../../ui/racing/data-row.tsx'
import { Points } from '../../../ui/racing/points.tsx'
import { Position } from '../../../ui/racing/position.tsx'
import type { BoardEntry } from '../api/leaderboard-keys.ts'
import classes from './board.module.css'
import { flightDistance, type Move } from './board-motion.ts'
import { Rolling } from './rolling.tsx'

const FLIGHT = { duration: 520, delay: 120, easing: 'cubic-bezier(0.65, 0, 0.2, 1)', fill: 'backwards' } as const

const wantsLessMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Layout of the rows of a kind of board; `Columns` is what its cells need besides the row. */
export type RowLayout<Row extends BoardEntry, Columns> = {
  className: string | undefined
  /** The names of the columns. */
  Head: ComponentType<{ columns: Columns }>
  Cells: ComponentType<CellProps<Row, Columns>>
  /** The cells of a waiting row: the class, and the width of what stands for the content. */
  waiting: readonly (readonly [name: string | undefined, width: number | string])[]
}

export type RowProps<Row extends BoardEntry, Columns> = {
  entry: Row
  layout: RowLayout<Row, Columns>
  columns: Columns
  isMe: boolean
  /** Points of the first row; the scale of the gap. */
  best: number | null
  /** The change by the last result, while it is highlighted. */
  move?: Move | undefined
}

/** Whether the row leads; before the first points no row does. */
const leads = ({ position, totalPoints }: BoardEntry): boolean => position === 1 && (totalPoints ?? 0) > 0

/** What the cells of a row get: they are table cells, or spans outside of the table. */
export type CellProps<Row extends BoardEntry, Columns> = Omit<RowProps<Row, Columns>, 'layout'> & { as: 'td' | 'span' }

type FigureProps = {
  entry: BoardEntry & { tieBreak: string | null }
  move?: Move | undefined
  as: 'td' | 'span'
  /** Whether positions beyond the podium are written `#4`. */
  hash?: boolean
}

export const PositionCell = ({
  entry: { position, tieBreak, totalPoints },
  move,
  as: Cell,
  hash = false,
}: FigureProps) => (
  <Cell className={hash ? 'ps-muted' : undefined}>
    <Rolling value={position} from={move?.isFlying ? move.before?.position : undefined} isStill={move?.isStill}>
      {(value) => (
        <Position
          position={value}
          shared={value === position && tieBreak === 'shared'}
          hash={hash}
          medals={totalPoints !== 0}
        />
      )}
    </Rolling>
  </Cell>
)

export const PointsCell = ({ entry, move, as: Cell }: FigureProps) => (
  <Cell className={join(classes.figure, 'ps-points')}>
    <Rolling
      value={entry.totalPoints}
      from={move?.isFlying ? move.before?.totalPoints : undefined}
      isStill={move?.isStill}
    >
      {(value) => <Points points={value} leader={leads(entry)} />}
    </Rolling>
  </Cell>
)

/** Returns the classes of a row: leader, own, and the change by a result. */
export const rowClass = <Row extends BoardEntry, Columns>({
  entry,
  layout,
  isMe,
  move,
}: Pick<RowProps<Row, Columns>, 'entry' | 'layout' | 'isMe' | 'move'>): string =>
  join(
    dataRowClass({ isMe, isLeader: leads(entry) }),
    classes.row,
    layout.className,
    move && (move.hasWon || isMe) && classes.washed,
    move?.hasWon && classes.won,
    move && !move.isStill && classes.waits,
  )

export type BoardRowProps<Row extends BoardEntry, Columns> = RowProps<Row, Columns> & {
  index: number
  height: number
  isClimber: boolean
  /** Whether it is the last row of the board. */
  isLast: boolean
  /** Whether the board has just loaded and its rows slide in. */
  isEntering: boolean
  /** Ref that tracks the fan's own row. */
  follow?: ((element: HTMLElement | null) => void) | undefined
}

/**
 * A row at its place. Keeps its element when it moves, and flies to its new place. Rows are in normal flow without
 * inline styles, so that the browser shares computed styles between them: an own `top` for each made a screen of rows
 * 20 times slower.
 */
const PlacedRow = <Row extends BoardEntry, Columns>({
  index,
  height,
  isClimber,
  isLast,
  isEntering,
  follow,
  layout,
  ...row
}: BoardRowProps<Row, Columns>) => {
  const ref = useRef<HTMLTableRowElement>(null)
  const { move } = row
  const fromIndex = move?.isFlying ? move.fromIndex : null
  const distance = flightDistance({ fromIndex, index, height }, isClimber || row.isMe)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one flight per move, to the row's current place
  useLayoutEffect(() => {
    if (distance === 0 || wantsLessMotion()) return
    const flight = ref.current?.animate?.([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], FLIGHT)
    return () => flight?.cancel()
  }, [move])
  useLayoutEffect(() => {
    follow?.(ref.current)
    return () => follow?.(null)
  }, [follow])
  return (
    <tr
      ref={ref}
      aria-rowindex={index + 2}
      className={join(
        rowClass({ ...row, layout }),
        classes.placed,
        distance > 0 && classes.climbing,
        isClimber && join(classes.climber, 'ps-edge'),
        isLast && classes.last,
        isEntering && classes.entering,
      )}
      style={isEntering ? { animationDelay: `${Math.min(index * 0.1, 1)}s` } : undefined}
    >
      <layout.Cells {...row} as="td" />
      {isClimber && distance > 0 && <td className={classes.trail} style={{ height: distance }} aria-hidden="true" />}
    </tr>
  )
}
export const BoardRow = memo(PlacedRow) as typeof PlacedRow

/** A layout as far as a waiting row needs it. */
type WaitingProps = { layout: Pick<RowLayout<never, never>, 'className' | 'waiting'> }

/** Skeleton cells of a row. */
const WaitingCells = ({ layout, as: Cell }: WaitingProps & { as: 'td' | 'span' }) =>
  layout.waiting.map(([name, width], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in the row
    <Cell key={index} className={name}>
      {width !== 0 && <Skeleton width={width} height={width === 32 ? 32 : 12} />}
    </Cell>
  ))

const waitingClass = ({ className }: WaitingProps['layout']): string =>
  join(dataRowClass(), classes.row, className, classes.blank)

/** Skeleton of a row, animated as a whole: a phone painted each bar of a screen of rows separately. */
export const WaitingRow = memo(({ layout }: WaitingProps) => (
  <tr className={join(waitingClass(layout), classes.placed)} aria-busy>
    <WaitingCells layout={layout} as="td" />
  </tr>
))

/** Skeleton of a board in its final layout. */
export const WaitingList = ({ layout, rows, label }: WaitingProps & { rows: number; label: string }) => (
  <div role="status" aria-busy aria-label={label}>
    {Array.from({ length: rows }, (_, index) => index).map((index) => (
      <div key={index} className={waitingClass(layout)}>
        <WaitingCells layout={layout} as="span" />
      </div>
    ))}
  </div>
)
