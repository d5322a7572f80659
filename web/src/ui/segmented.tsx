import { type ReactNode, useId } from 'react'
import { join } from './join.ts'
import classes from './segmented.module.css'

export type SegmentedProps<Value extends string> = {
  /** The accessible name of the choice. */
  label: string
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[]
  value: Value
  onChange(value: NoInfer<Value>): void
  full?: boolean
  className?: string | undefined
}

/** Provisional, Official, Amended: one of a few, side by side. */
export const Segmented = <Value extends string>({
  label,
  options,
  value,
  onChange,
  full,
  className,
}: SegmentedProps<Value>) => {
  const group = useId()
  return (
    <div role="radiogroup" aria-label={label} className={join(classes.segmented, full && classes.full, className)}>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
