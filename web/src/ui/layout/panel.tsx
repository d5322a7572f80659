import { Box, Flex, Paper } from '@mantine/core'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { join } from '../base/join.ts'
import classes from './panel.module.css'

type Vars = CSSProperties & Record<`--${string}`, number>

type PanelGridProps = {
  /** 12 as a rule: panels say how many they span. */
  columns?: number
  children: ReactNode
  className?: string | undefined
}

/** Panels that abut and share hairlines. On a phone they stack from edge to edge. */
export const PanelGrid = ({ columns = 12, children, className }: PanelGridProps) => {
  const style: Vars = { '--columns': columns }
  return (
    <div className={join(classes.grid, className)} style={style}>
      {children}
    </div>
  )
}

export type PanelProps = {
  title?: ReactNode
  /** h2 as a rule, h3 inside of something that has a title of its own. */
  order?: 2 | 3
  /** Beside the title: a badge. */
  adornment?: ReactNode
  /** At the right end of the head: a note or an action. */
  actions?: ReactNode
  footer?: ReactNode
  /** Columns of the grid. */
  span?: number
  /** Between phone and desktop the grid has two columns; a wide panel takes both. */
  tablet?: 1 | 2
  /** The content brings its own padding: rows, tables. */
  flush?: boolean
  /** Stands alone, outside of a grid. */
  single?: boolean
  children?: ReactNode
  className?: string | undefined
}

export const Panel = ({
  title,
  order = 2,
  adornment,
  actions,
  footer,
  span = 12,
  tablet = span > 6 ? 2 : 1,
  flush,
  single,
  children,
  className,
}: PanelProps) => {
  const id = useId()
  const Heading = order === 2 ? 'h2' : 'h3'
  const style: Vars = { '--span': span, '--tablet': tablet }
  return (
    <Paper
      component="section"
      withBorder={single}
      className={join(classes.panel, single && classes.single, className)}
      style={style}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <div className="ps-head ps-below">
          <Heading id={id}>{title}</Heading>
          {adornment}
          {actions !== undefined && (
            <Flex className="ps-xs ps-faint" align="center" gap={8} ml="auto" miw={0}>
              {actions}
            </Flex>
          )}
        </div>
      )}
      {children !== undefined && (
        <Box flex="1 1 auto" miw={0} p={flush ? undefined : 16}>
          {children}
        </Box>
      )}
      {footer !== undefined && <div className="ps-foot">{footer}</div>}
    </Paper>
  )
}
