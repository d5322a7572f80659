import { Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { join } from '../base/join.ts'
import classes from './stat.module.css'

export type StatProps = {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  tone?: 'purple' | 'green' | 'yellow' | 'red'
  size?: 'sm' | 'md' | 'lg' | 'xl'
  className?: string | undefined
}

const TONES = { purple: 'ps-best', green: 'ps-good', yellow: 'ps-slow', red: 'ps-bad' } as const

/** A label over its figure. Inside a StatGrid the two are a term and its description. */
export const Stat = ({ label, value, note, tone, size = 'md', className }: StatProps) => (
  <div className={join(classes.stat, className)}>
    <Text component="dt" variant="label">
      {label}
    </Text>
    <dd className={join(classes.value, size !== 'md' && classes[size], tone && TONES[tone])}>{value}</dd>
    {note !== undefined && (
      <Text component="dd" size="xs" c="var(--ps-ink-3)" mt={1}>
        {note}
      </Text>
    )}
  </div>
)

export type StatGridProps = {
  columns: number
  phoneColumns?: number
  children: ReactNode
  className?: string | undefined
}

/** Figures side by side with hairlines between them: a description list. */
export const StatGrid = ({ columns, phoneColumns = 2, children, className }: StatGridProps) => {
  const style: CSSProperties & Record<`--${string}`, number> = { '--columns': columns, '--phone-columns': phoneColumns }
  return (
    <dl className={join(classes.wall, className)} style={style}>
      {children}
    </dl>
  )
}
