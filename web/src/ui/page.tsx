import { Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import { join } from './join.ts'
import classes from './page.module.css'

/** The frame of a page: 1440 px at most, gutters of 32, none on a phone. */
export const Page = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <main className={join(classes.page, className)}>{children}</main>
)

/** The title of a page, its sentence below, at the right what belongs to the whole page. */
export const PageHead = ({
  title,
  beside,
  text,
  end,
  className,
}: {
  title: ReactNode
  /** Beside the title: a badge. */
  beside?: ReactNode
  text?: ReactNode
  end?: ReactNode
  className?: string | undefined
}) => (
  <header className={join(classes.head, className)}>
    <div>
      <Flex wrap="wrap" align="center" gap="4px 12px">
        <h1 className="ps-title">{title}</h1>
        {beside}
      </Flex>
      {text !== undefined && <p className={classes.sub}>{text}</p>}
    </div>
    {end !== undefined && (
      <Flex align="center" gap={12} flex="none">
        {end}
      </Flex>
    )}
  </header>
)
