import { Box, Flex, Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { join } from '../base/join.ts'
import classes from './stat.module.css'

export type StatProps = {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  tone?: 'purple' | 'green' | 'yellow' | 'red'
  size?: 'md' | 'lg'
  className?: string | undefined
}

const TONES = { purple: 'ps-best', green: 'ps-good', yellow: 'ps-slow', red: 'ps-bad' } as const

/** A label over its figure. Inside a StatGrid the two are a term and its description. */
export const Stat = ({ label, value, note, tone, size = 'md', className }: StatProps) => (
  <Flex className={className} direction="column" miw={0} px={16} pt={11} pb={12} bg="var(--ps-panel)">
    <Text component="dt" variant="label">
      {label}
    </Text>
    <Box
      component="dd"
      className={join(size === 'lg' ? 'ps-figure-l' : 'ps-figure-m', tone && TONES[tone])}
      pt={2}
      style={{ overflowWrap: 'anywhere' }}
    >
      {value}
    </Box>
    {note !== undefined && (
      <Text component="dd" size="xs" c="var(--ps-ink-3)" mt={1}>
        {note}
      </Text>
    )}
  </Flex>
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
