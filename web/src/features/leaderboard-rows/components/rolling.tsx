import { type ReactNode, useState } from 'react'
import { join } from '../../../ui/base/join.ts'
import classes from './rolling.module.css'

type Displayed<Value> = { value: Value; before: Value | undefined }

export type RollingProps<Value> = {
  value: Value
  /** The previous value, when the figure is newly mounted in an existing row. */
  from?: Value | undefined
  /** Whether the value changes without rolling. */
  isStill?: boolean | undefined
  children(value: Value): ReactNode
  className?: string | undefined
}

/** A figure that rolls to its next value like an odometer, without changing the layout. */
export const Rolling = <Value extends string | number | null>({
  value,
  from,
  isStill = false,
  children,
  className,
}: RollingProps<Value>) => {
  const [displayed, setDisplayed] = useState<Displayed<Value>>({ value, before: from })
  if (displayed.value !== value) setDisplayed({ value, before: isStill ? undefined : displayed.value })
  const { before } = displayed
  if (before === undefined || before === value) return <span className={className}>{children(value)}</span>
  return (
    <span className={join(classes.roll, className)} key={`${before} ${value}`}>
      <span className={classes.before} aria-hidden="true">
        {children(before)}
      </span>
      <span className={classes.now} onAnimationEnd={() => setDisplayed({ value, before: undefined })}>
        {children(value)}
      </span>
    </span>
  )
}
