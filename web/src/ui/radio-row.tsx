import type { ReactNode } from 'react'
import { join } from './join.ts'
import { Plate } from './plate.tsx'
import classes from './radio-row.module.css'

export type RadioRowProps = {
  /** The group it belongs to. */
  group: string
  value: string
  checked: boolean
  onChange(value: string): void
  title: ReactNode
  text?: ReactNode
  /** A car's number, drawn as its plate of 44 × 34. */
  plate?: number | string
  out?: boolean
  disabled?: boolean
  className?: string | undefined
}

/** Plate, name, team, radio; the chosen one has an ink edge and is raised. Put rows of a group in a fieldset. */
export const RadioRow = ({
  group,
  value,
  checked,
  onChange,
  title,
  text,
  plate,
  out,
  disabled,
  className,
}: RadioRowProps) => (
  <label className={join(classes.row, className)}>
    {plate !== undefined && <Plate number={plate} look={out ? 'out' : 'solid'} className={classes.plate} />}
    <span className={classes.words}>
      <span className={classes.name}>{title}</span>
      {text !== undefined && <span className={classes.text}>{text}</span>}
    </span>
    <input
      className={classes.input}
      type="radio"
      name={group}
      value={value}
      checked={checked}
      disabled={disabled}
      onChange={() => onChange(value)}
    />
    <span className={classes.radio} aria-hidden="true" />
  </label>
)
