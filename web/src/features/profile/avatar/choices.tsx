import { type ReactNode, useId } from 'react'
import { join } from '../../../ui/base/join.ts'
import classes from './choices.module.css'

export type Choice<Value extends string> = { value: Value; label?: string; drawing: ReactNode }

type Props<Value extends string> = {
  label: string
  /** Null when the current value is none of the choices. */
  value: Value | null
  choices: readonly Choice<Value>[]
  onChange(value: NoInfer<Value>): void
  /** Layout: tiles per row and their size. */
  layout: 'helmets' | 'patterns' | 'suits' | 'teams' | 'legends'
  className?: string | undefined
}

/** Radio group of tiles with a picture above the label. Arrow keys move the selection. */
export const Choices = <Value extends string>({ label, value, choices, onChange, layout, className }: Props<Value>) => {
  const group = useId()
  return (
    <div role="radiogroup" aria-label={label} className={join(classes.choices, classes[layout], className)}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input type="radio" name={group} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          <span className={classes.drawing}>{choice.drawing}</span>
          <span className={classes.name}>{choice.label ?? choice.value}</span>
        </label>
      ))}
    </div>
  )
}
