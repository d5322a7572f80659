import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/CheckboxCard.layer.css'
import '@mantine/core/styles/CheckboxIndicator.layer.css'
import { Box, Checkbox, type CheckboxProps } from '@mantine/core'
import { IconCheck, IconLock, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from '../base/icon.tsx'
import { join } from '../base/join.ts'
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

const icon =
  (drawing: TablerIcon): CheckboxProps['icon'] =>
  ({ className }) => <Icon icon={drawing} size={14} className={className} />
const Check = icon(IconCheck)
const Lock = icon(IconLock)

/** One of several choices; the whole field is the click target. */
export const Tick = ({ title, note, checked, onChange, locked = false }: TickProps) => (
  <Checkbox
    checked={checked}
    disabled={locked}
    icon={locked ? Lock : Check}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    label={
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
    }
  />
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
