import type { Timing, TimingEntry } from '@purple-sector/contracts/admin/live-timing'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { plural } from '../../../ui/time/format.ts'
import { COLOUR_LABELS } from '../api/timing-labels.ts'
import type { TipMark } from '../api/tips-on-cars.ts'
import classes from './tower.module.css'
import { TowerRow } from './tower-row.tsx'

/** Number of running and retired cars before "show all". */
const VISIBLE_RUNNING = 12
const VISIBLE_OUT = 3

const COLUMNS = ['Pos', 'Change', 'Car', 'Driver', 'Gap', 'Int', 'Last lap', 'Best lap', 'S1', 'S2', 'S3', 'Pit']
const WIDE_SCREEN_COLUMNS: ReadonlySet<string> = new Set(['Int', 'Best lap'])

const Head = () => (
  <thead>
    <tr className={classes.head}>
      {COLUMNS.map((name, index) => (
        <th
          key={name}
          scope="col"
          className={join(index > 3 && classes.right, WIDE_SCREEN_COLUMNS.has(name) && classes.wide)}
        >
          {name === 'Change' ? <span className="ps-hidden">{name}</span> : name}
        </th>
      ))}
    </tr>
  </thead>
)

/** Returns the first cars, the cars the fan tipped wherever they are, and the latest retirements. */
const firstOf = (entries: readonly TimingEntry[], tips: ReadonlyMap<number, TipMark>): TimingEntry[] => {
  const running = entries.filter(({ status }) => status !== 'out')
  const isTipped = ({ carId }: TimingEntry) => carId !== null && tips.has(carId)
  return [
    ...running.filter((entry, index) => index < VISIBLE_RUNNING || isTipped(entry)),
    ...entries
      .filter(({ status }) => status === 'out')
      .filter((entry, index) => index < VISIBLE_OUT || isTipped(entry)),
  ]
}

type Props = {
  timing: Timing
  cars: readonly Car[] | undefined
  tips: ReadonlyMap<number, TipMark>
  showsAll: boolean
  onToggle(): void
  /** Rendered beside the button for all cars. */
  foot?: ReactNode
}

/** The cars by position, retired ones last. */
export const Tower = ({ timing: { entries, lap }, cars, tips, showsAll, onToggle, foot }: Props) => {
  const carOf = useMemo(() => new Map(cars?.map((car) => [car.id, car])), [cars])
  if (entries.length === 0)
    return <EmptyState order={3} title="No car on track yet" text="Cars appear once timing picks them up." />
  const first = firstOf(entries, tips)
  const visible = showsAll ? entries : first
  return (
    <>
      <table className={classes.tower} aria-label="Timing tower">
        <Head />
        <tbody>
          {visible.map((entry, index) => (
            <TowerRow
              key={entry.plate}
              entry={entry}
              index={index}
              car={entry.carId === null ? undefined : carOf.get(entry.carId)}
              tip={entry.carId === null ? undefined : tips.get(entry.carId)}
              lap={index === 0 && entry.status !== 'out' ? lap : null}
            />
          ))}
        </tbody>
      </table>
      <div className={classes.foot}>
        {(['purple', 'green', 'yellow'] as const).map((colour) => (
          <span key={colour}>
            <i className={classes.key} style={{ background: `var(--ps-${colour})` }} aria-hidden="true" />
            {COLOUR_LABELS[colour]}
          </span>
        ))}
        <span className={classes.actions}>
          {foot}
          {first.length < entries.length && (
            <button type="button" className={classes.action} aria-expanded={showsAll} onClick={onToggle}>
              {showsAll ? `First ${VISIBLE_RUNNING}` : `All ${plural(entries.length, 'car')}`}
              <Icon icon={showsAll ? IconChevronUp : IconChevronDown} size={16} />
            </button>
          )}
        </span>
      </div>
    </>
  )
}
