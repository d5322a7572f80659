import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type Dispatch, memo } from 'react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { RowSelect } from '../../../../ui/controls/row-select.tsx'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { formatGain } from '../../../../ui/time/format.ts'
import type { Row } from '../api/classification.ts'
import type { DraftAction } from '../api/draft.ts'
import { formatLapsDown } from '../api/lap-times.ts'
import { FIELD_LABELS, ROW_STATUSES, STATUS_LABELS, STATUS_NAMES } from '../api/row-labels.ts'
import { FIELDS, isReadable } from '../api/typed-rows.ts'
import classes from './classification.module.css'

export type ClassificationRowProps = {
  row: Row
  place: number | null
  /** Points of the place; null if it earns none. */
  points: number | null
  /** Number of laps behind the leader. */
  lapsDown: number
  isChanged: boolean
  isBest: boolean
  isLifted: boolean
  /** By how many rows it moves to make room for the dragged row. */
  shift: -1 | 0 | 1
  isFirst: boolean
  isLast: boolean
  describedBy: string
  dispatch: Dispatch<DraftAction>
  onStep(carId: number, step: -1 | 1): void
  onOpen(carId: number): void
}

const STATUS_OPTIONS = ROW_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))

/** Returns the placeholder of an empty cell. */
const placeholderOf = (field: (typeof FIELDS)[number], lapsDown: number): string =>
  field === 'gap' && lapsDown > 0 ? formatLapsDown(lapsDown) : '–'

/** A car of the classification. The list moves it, and finds its handle by `data-grip`. */
export const ClassificationRow = memo((props: ClassificationRowProps) => {
  const { row, place, points, lapsDown, isChanged, isBest, isLifted, shift, isFirst, isLast, describedBy } = props
  const { dispatch, onStep, onOpen } = props
  const { carId, driver } = row
  const isOut = row.status !== 'classified'
  return (
    <li
      className={join(
        classes.row,
        isChanged && 'ps-edge',
        isLifted && classes.lifted,
        shift === 1 && classes.down,
        shift === -1 && classes.up,
      )}
      data-testid={`car-${row.plate}`}
    >
      <button
        type="button"
        className={classes.grip}
        data-grip={carId}
        data-own-swipe
        aria-label={`Move ${driver}`}
        aria-describedby={describedBy}
        aria-pressed={isLifted}
      >
        <Icon icon={IconGripVertical} size={20} />
      </button>
      <span className={join('ps-points', isOut && 'ps-faint')}>{place ?? '–'}</span>
      <Plate number={row.plate} look={isOut ? 'dim' : 'solid'} />
      <span className={classes.driver}>
        <b className={isOut ? (row.status === 'out' ? 'ps-faint' : 'ps-struck') : undefined}>{driver}</b>
        <span className={classes.team}>
          {row.isWithdrawn && 'Withdrawn · '}
          {row.team}
        </span>
        {isChanged && <span className="ps-hidden">, changed</span>}
      </span>
      <span className={classes.points}>{points === null ? '' : formatGain(points)}</span>
      <RowSelect
        className={classes.status}
        aria-label={`Status of ${driver}`}
        value={row.status}
        options={STATUS_OPTIONS}
        title={STATUS_NAMES[row.status]}
        bad={isOut && row.status !== 'out'}
        onChoose={(status) => dispatch({ type: 'car status set', carId, status })}
      />
      {FIELDS.map((field) => (
        <input
          key={field}
          className={join(classes.cell, 'ps-data', field === 'bestLap' && isBest ? 'ps-best' : 'ps-muted')}
          data-field={field}
          aria-label={`${FIELD_LABELS[field]} of ${driver}`}
          aria-invalid={row.status !== 'out' && !isReadable(field, row[field]) ? true : undefined}
          value={row[field]}
          placeholder={placeholderOf(field, lapsDown)}
          disabled={row.status === 'out'}
          inputMode={field === 'laps' ? 'numeric' : 'text'}
          autoComplete="off"
          onChange={({ target }) => dispatch({ type: 'typed', carId, field, text: target.value })}
          onBlur={() => dispatch({ type: 'field blurred', carId })}
        />
      ))}
      <span className={classes.steps}>
        <button
          type="button"
          className={classes.step}
          aria-label={`Move ${driver} up`}
          aria-disabled={isFirst || undefined}
          onClick={() => onStep(carId, -1)}
        >
          <Icon icon={IconArrowUp} size={16} />
        </button>
        <button
          type="button"
          className={classes.step}
          aria-label={`Move ${driver} down`}
          aria-disabled={isLast || undefined}
          onClick={() => onStep(carId, 1)}
        >
          <Icon icon={IconArrowDown} size={16} />
        </button>
      </span>
      <button
        type="button"
        className={join(classes.more, isOut && row.status !== 'out' && classes.bad)}
        aria-label={`Edit ${driver}${isOut ? `, ${STATUS_NAMES[row.status]}` : ''}`}
        onClick={() => onOpen(carId)}
      >
        {isOut ? row.status === 'out' ? 'Out' : STATUS_LABELS[row.status] : <Dots />}
      </button>
    </li>
  )
})
ClassificationRow.displayName = 'ClassificationRow'

const Dots = () => (
  <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <circle cx="5" cy="12" r="1.6" />
    <circle cx="12" cy="12" r="1.6" />
    <circle cx="19" cy="12" r="1.6" />
  </svg>
)
