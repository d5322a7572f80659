import { Box } from '@mantine/core'
import { IconCheck, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { join } from './join.ts'
import classes from './tick.module.css'

type TickProps = {
  title: ReactNode
  /** A quieter line below. */
  note?: ReactNode
  checked: boolean
  onChange(checked: boolean): void
  /** Whether it cannot be changed: a lock replaces the box. */
  locked?: boolean
}

/** Lays out choices side by side, four a row where there is room. */
export const Ticks = ({ children }: { children: ReactNode }) => <div className={classes.ticks}>{children}</div>

/** One of several choices; the whole field is the click target. */
export const Tick = ({ title, note, checked, onChange, locked = false }: TickProps) => (
  <label className={join(classes.tick, checked && classes.on, locked && classes.locked)}>
    <input
      className={classes.input}
      type="checkbox"
      checked={checked}
      disabled={locked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span className={classes.box} aria-hidden="true">
      {locked ? <Icon icon={IconLock} size={14} /> : checked && <Icon icon={IconCheck} size={14} />}
    </span>
    <span className="ps-lines">
      <Box component="b" className={classes.words} fz={13} fw={540} lh="17px">
        {title}
      </Box>
      {note !== undefined && (
        <Box component="span" className={join('ps-muted', classes.words)} fz={12} lh="15px">
          {note}
        </Box>
      )}
    </span>
  </label>
)

/** Buttons Select all and Clear, beside the name of their choices. */
export const TickAll = ({
  name,
  noneChosen,
  either = false,
  onSelectAll,
  onClear,
}: {
  name: string
  noneChosen: boolean
  /** Whether to show one button only: Clear as soon as something is chosen, else Select all. */
  either?: boolean
  onSelectAll(): void
  onClear(): void
}) => (
  <span className={classes.choices}>
    {!(either && !noneChosen) && (
      <button type="button" aria-label={`Select all of ${name}`} onClick={onSelectAll}>
        Select all
      </button>
    )}
    {!(either && noneChosen) && (
      <button type="button" aria-label={`Clear ${name}`} disabled={noneChosen} onClick={onClear}>
        Clear
      </button>
    )}
  </span>
)
