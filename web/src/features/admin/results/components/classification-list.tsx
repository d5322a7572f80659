import { type Dispatch, useCallback, useId, useMemo, useRef, useState } from 'react'
import { join } from '../../../../ui/base/join.ts'
import { moveRange, placesOf, type Row } from '../api/classification.ts'
import type { DraftAction } from '../api/draft.ts'
import { surname } from '../api/driver-names.ts'
import { parseLap, parseLaps } from '../api/lap-times.ts'
import { fastestLap, leaderLaps } from '../api/typed-rows.ts'
import classes from './classification.module.css'
import { ClassificationRow } from './classification-row.tsx'
import { useRowDrag, visibleIndex } from './use-row-drag.ts'
import { useRowKeys } from './use-row-keys.ts'

const COLUMNS = ['', 'Pos', 'Car', 'Driver', '', 'Status', 'Laps', 'Best lap', 'Gap', '']

export type ClassificationListProps = {
  rows: readonly Row[]
  changed: ReadonlySet<number>
  /** Points of the first three places; null for practice. */
  points: readonly number[] | null
  dispatch: Dispatch<DraftAction>
  /** Opens the form of one car. */
  onOpen(carId: number): void
}

const lapsBehind = (row: Row, lapsOfLeader: number | undefined): number => {
  const laps = parseLaps(row.laps)
  return row.status === 'classified' && typeof laps === 'number' && lapsOfLeader !== undefined ? lapsOfLeader - laps : 0
}

/** The classification: rows can be moved by dragging, keyboard or buttons. */
export const ClassificationList = ({ rows, changed, points, dispatch, onOpen }: ClassificationListProps) => {
  const instructionsId = useId()
  const list = useRef<HTMLOListElement>(null)
  const [announcement, announce] = useState('')
  const latestRows = useRef(rows)
  latestRows.current = rows

  const moveTo = useCallback((carId: number, to: number) => dispatch({ type: 'moved', carId, to }), [dispatch])
  const announceMove = useCallback((carId: number, to: number) => {
    const row = latestRows.current.find((candidate) => candidate.carId === carId)
    if (row) announce(`${surname(row.driver)}, ${to + 1} of ${latestRows.current.length}`)
  }, [])
  const step = useCallback(
    (carId: number, by: -1 | 1) => {
      const index = latestRows.current.findIndex((row) => row.carId === carId)
      const { first, last } = moveRange(latestRows.current, index)
      const to = Math.min(Math.max(index + by, first), last)
      moveTo(carId, to)
      announceMove(carId, to)
    },
    [moveTo, announceMove],
  )
  const coveredHeight = useCallback(() => {
    const margin =
      list.current?.firstElementChild && getComputedStyle(list.current.firstElementChild).scrollMarginBottom
    return margin ? Number.parseFloat(margin) : 0
  }, [])
  const { drag, onPointerDown } = useRowDrag(
    rows,
    ({ carId, to }) => {
      moveTo(carId, to)
      announceMove(carId, to)
    },
    coveredHeight,
  )
  const { liftedId, onKeyDown, onBlur } = useRowKeys(rows, moveTo, announce)

  const order = useMemo(() => {
    if (!drag) return rows
    const dragged = rows[drag.from]
    return dragged ? rows.toSpliced(drag.from, 1).toSpliced(drag.to, 0, dragged) : rows
  }, [rows, drag])
  const places = useMemo(() => placesOf(order), [order])
  const fastest = useMemo(() => fastestLap(rows), [rows])
  const lapsOfLeader = useMemo(() => leaderLaps(rows), [rows])

  return (
    <>
      <div className={classes.columns} aria-hidden="true">
        {COLUMNS.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
          <span key={index}>{column}</span>
        ))}
      </div>
      <p id={instructionsId} className="ps-hidden">
        Press Space to lift the row, the arrow keys to move it, Space to drop it, Escape to put it back.
      </p>
      <ol
        ref={list}
        className={join('ps-lined', drag && classes.dragging)}
        aria-label="Classification"
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        {rows.map((row, index) => {
          const { first, last } = moveRange(rows, index)
          const visible = visibleIndex(index, drag)
          const place = places[visible] ?? null
          const isDragged = drag?.from === index
          return (
            <ClassificationRow
              key={row.carId}
              row={row}
              place={place}
              points={place === null ? null : (points?.[place - 1] ?? null)}
              lapsDown={lapsBehind(row, lapsOfLeader)}
              isChanged={changed.has(row.carId)}
              isBest={fastest !== undefined && row.status !== 'out' && parseLap(row.bestLap) === fastest}
              isLifted={isDragged || liftedId === row.carId}
              shift={isDragged ? 0 : visible > index ? 1 : visible < index ? -1 : 0}
              isFirst={index === first}
              isLast={index === last}
              describedBy={instructionsId}
              dispatch={dispatch}
              onStep={step}
              onOpen={onOpen}
            />
          )
        })}
      </ol>
      <p className="ps-hidden" role="status" aria-live="assertive">
        {announcement}
      </p>
    </>
  )
}
