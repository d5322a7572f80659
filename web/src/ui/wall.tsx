import { Flex } from '@mantine/core'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { join } from './join.ts'
import classes from './wall.module.css'

type Vars = CSSProperties & Record<`--${string}`, number>

export type WallProps = {
  /** 12 as a rule: panels say how many they span. */
  columns?: number
  children: ReactNode
  className?: string | undefined
}

/** Panels that abut and share hairlines, like the screens of a pit wall. On a phone they stack, full-bleed. */
export const Wall = ({ columns = 12, children, className }: WallProps) => {
  const style: Vars = { '--columns': columns }
  return (
    <div className={join(classes.wall, className)} style={style}>
      {children}
    </div>
  )
}

export type PanelProps = {
  title?: ReactNode
  /** h2 as a rule, h3 inside of something that has a title of its own. */
  order?: 2 | 3
  /** Beside the title: a badge. */
  beside?: ReactNode
  /** At the right end of the head: a note or an action. */
  end?: ReactNode
  foot?: ReactNode
  /** Columns of the wall. */
  span?: number
  /** Between phone and desktop the wall has two columns; a wide panel takes both. */
  tablet?: 1 | 2
  /** The content brings its own padding: rows, tables. */
  flush?: boolean
  /** Stands alone, outside of a wall. */
  single?: boolean
  children?: ReactNode
  className?: string | undefined
}

export const Panel = ({
  title,
  order = 2,
  beside,
  end,
  foot,
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
    <section
      className={join(classes.panel, single && classes.single, className)}
      style={style}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <div className="ps-head ps-below">
          <Heading id={id}>{title}</Heading>
          {beside}
          {end !== undefined && (
            <Flex className="ps-xs ps-faint" align="center" gap={8} ml="auto">
              {end}
            </Flex>
          )}
        </div>
      )}
      {children !== undefined && <div className={join(classes.body, flush && classes.flush)}>{children}</div>}
      {foot !== undefined && <div className="ps-foot">{foot}</div>}
    </section>
  )
}
