import { Skeleton } from '@mantine/core'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { memo, useLayoutEffect, useRef } from 'react'
import { join } from '../../../ui/base/join.ts'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { dataRowClass } from '../../../ui/racing/data-row.tsx'
import { Gap, Points } from '../../../ui/racing/points.tsx'
import { Position } from '../../../ui/racing/position.tsx'
import { PositionChange } from '../../../ui/racing/position-change.tsx'
import { Segments } from '../../../ui/racing/segments.tsx'
import { plural } from '../../../ui/time/format.ts'
import classes from './board.module.css'
import { flightDistance, type Move } from './board-motion.ts'
import { entryName } from './entry-name.ts'
import { FanName } from './fan-name.tsx'
import { PickBars } from './pick-bars.tsx'
import { describePicks, pickSegments, type RaceCount } from './pick-segments.ts'
import { Rolling } from './rolling.tsx'

/** Mantine's class of what a phone does not show. */
const DESK_ONLY = 'mantine-visible-from-sm'

const FLIGHT = { duration: 520, delay: 120, easing: 'cubic-bezier(0.65, 0, 0.2, 1)', fill: 'backwards' } as const

const wantsLessMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Layout of a row: of the open competition, or of a group with fewer and wider columns. */
export type RowLayout = 'open' | 'group'

const LAYOUTS = { open: classes.open, group: classes.group }

export type RowProps = {
  entry: Entry
  layout: RowLayout
  isMe: boolean
  /** Points of the first row; the scale of the bar. */
  best: number | null
  raceCount: RaceCount
  /** The change by the last result, while it is highlighted. */
  move?: Move | undefined
}

/** Whether the row leads; before the first points no row does. */
const leads = ({ position, totalPoints }: Entry): boolean => position === 1 && (totalPoints ?? 0) > 0

type CellProps = RowProps & { as: 'td' | 'span' }

const PositionCell = ({ entry: { position, tieBreak, totalPoints }, layout, move, as: Cell }: CellProps) => (
  <Cell className={layout === 'group' ? 'ps-muted' : undefined}>
    <Rolling value={position} from={move?.isFlying ? move.before?.position : undefined} isStill={move?.isStill}>
      {(value) => (
        <Position
          position={value}
          shared={value === position && tieBreak === 'shared'}
          hash={layout === 'group'}
          medals={totalPoints !== 0}
        />
      )}
    </Rolling>
  </Cell>
)

const PointsCell = ({ entry, move, as: Cell }: CellProps) => (
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

/** Cells of a group's board: tips below the name, and the progress of the group's races. */
const GroupCells = (row: CellProps) => {
  const { entry, isMe, raceCount, as: Cell } = row
  const { position, totalPoints, picks, tipsSubmitted } = entry
  const { scored, counting } = raceCount
  const isHidden = totalPoints === null
  // Users who may see hidden points see them on a row without a position.
  const isPending = isHidden || (position === null && scored > 0)
  return (
    <>
      <PositionCell {...row} />
      <Cell aria-hidden="true">
        <Avatar name={entryName(entry)} of={entry} />
      </Cell>
      <Cell className={join(classes.who, 'ps-row')}>
        <FanName entry={entry} isMe={isMe} isPending={isPending} />
      </Cell>
      <Cell className={join(classes.tips, 'ps-xs ps-faint')}>
        {plural(tipsSubmitted, 'tip')} submitted{isHidden && ' · points hidden'}
      </Cell>
      <Cell className={join(classes.progress, 'ps-stack')}>
        <Segments
          wide
          values={pickSegments(picks, isHidden ? { scored: 0, counting } : raceCount, counting)}
          label={isHidden ? 'Points hidden' : describePicks(picks, raceCount)}
        />
        <span className={join('ps-xs ps-faint', DESK_ONLY)}>
          {isHidden ? 'Shown once approved' : `${scored} of ${plural(counting, 'race')}`}
        </span>
      </Cell>
      <PointsCell {...row} />
    </>
  )
}

/** Cells of a row, as table cells or as spans outside of the table. */
export const RowCells = (row: CellProps) => {
  const { entry, layout, isMe, best, raceCount, move, as: Cell } = row
  const { totalPoints, picks, tipsSubmitted } = entry
  if (layout === 'group') return <GroupCells {...row} />
  return (
    <>
      <PositionCell {...row} />
      <Cell className={classes.change}>
        <PositionChange places={entry.positionChange} isEarlier={!move} />
      </Cell>
      <Cell aria-hidden="true">
        <Avatar name={entryName(entry)} of={entry} />
      </Cell>
      <Cell className={join(classes.who, 'ps-row')}>
        <FanName entry={entry} isMe={isMe} />
      </Cell>
      <Cell className={classes.picks}>
        <PickBars {...picks} {...raceCount} />
      </Cell>
      <Cell className={join(classes.figure, DESK_ONLY, 'ps-data ps-muted')}>{tipsSubmitted}</Cell>
      <Cell className={join(classes.figure, DESK_ONLY)}>
        <Gap behind={best === null || totalPoints === null ? null : best - totalPoints} />
      </Cell>
      <PointsCell {...row} />
    </>
  )
}

/** Returns the classes of a row: leader, own, and the change by a result. */
export const rowClass = ({ entry, layout, isMe, move }: Pick<RowProps, 'entry' | 'layout' | 'isMe' | 'move'>): string =>
  join(
    dataRowClass({ isMe, isLeader: leads(entry) }),
    classes.row,
    LAYOUTS[layout],
    move && (move.hasWon || isMe) && classes.washed,
    move?.hasWon && classes.won,
    move && !move.isStill && classes.waits,
  )

export type BoardRowProps = RowProps & {
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
export const BoardRow = memo(({ index, height, isClimber, isLast, isEntering, follow, ...row }: BoardRowProps) => {
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
        rowClass(row),
        classes.placed,
        distance > 0 && classes.climbing,
        isClimber && join(classes.climber, 'ps-edge'),
        isLast && classes.last,
        isEntering && classes.entering,
      )}
      style={isEntering ? { animationDelay: `${Math.min(index * 0.1, 1)}s` } : undefined}
    >
      <RowCells {...row} as="td" />
      {isClimber && distance > 0 && <td className={classes.trail} style={{ height: distance }} aria-hidden="true" />}
    </tr>
  )
})

/** The cells of a waiting row: the class and the width of what stands for them. */
const WAITING: Record<RowLayout, [name: string | undefined, width: number | string][]> = {
  open: [
    [undefined, 16],
    [classes.change, 0],
    [undefined, 32],
    [classes.who, '44%'],
    [classes.picks, 96],
    [DESK_ONLY, 0],
    [DESK_ONLY, 0],
    [classes.figure, 34],
  ],
  group: [
    [undefined, 24],
    [undefined, 32],
    [classes.who, '44%'],
    [classes.tips, 96],
    [classes.progress, '100%'],
    [classes.figure, 40],
  ],
}

/** Skeleton cells of a row. */
const WaitingCells = ({ layout, as: Cell }: { layout: RowLayout; as: 'td' | 'span' }) =>
  WAITING[layout].map(([name, width], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in the row
    <Cell key={index} className={name}>
      {width !== 0 && <Skeleton width={width} height={width === 32 ? 32 : 12} />}
    </Cell>
  ))

const waitingClass = (layout: RowLayout): string => join(dataRowClass(), classes.row, LAYOUTS[layout], classes.blank)

/** Skeleton of a row, animated as a whole: a phone painted each bar of a screen of rows separately. */
export const WaitingRow = memo(({ layout }: { layout: RowLayout }) => (
  <tr className={join(waitingClass(layout), classes.placed)} aria-busy>
    <WaitingCells layout={layout} as="td" />
  </tr>
))

/** Skeleton of a board in its final layout. */
export const WaitingList = ({ layout, rows, label }: { layout: RowLayout; rows: number; label: string }) => (
  <div role="status" aria-busy aria-label={label}>
    {Array.from({ length: rows }, (_, index) => index).map((index) => (
      <div key={index} className={waitingClass(layout)}>
        <WaitingCells layout={layout} as="span" />
      </div>
    ))}
  </div>
)
