import { Box, Flex, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { join } from '../base/join.ts'
import classes from './page.module.css'

/** The frame of a page: 1440 px at most, gutters of 32, none on a phone. */
export const Page = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <main className={join(classes.page, className)}>{children}</main>
)

/** The title of a page, its description below, and actions of the page at the right. */
export const PageHead = ({
  title,
  beside,
  text,
  end,
  isEndBelow = false,
  className,
}: {
  title: ReactNode
  /** Beside the title: a badge. */
  beside?: ReactNode
  text?: ReactNode
  end?: ReactNode
  /** On a phone `end` has a line of its own. */
  isEndBelow?: boolean
  className?: string | undefined
}) => (
  <Flex
    component="header"
    className={className}
    wrap={{ base: isEndBelow ? 'wrap' : 'nowrap', sm: 'nowrap' }}
    align={{ base: 'flex-start', sm: 'flex-end' }}
    justify="space-between"
    gap={{ base: 12, sm: 24 }}
    mb={{ base: 0, sm: 18 }}
    pt={{ base: 14, sm: 0 }}
    px={{ base: 16, sm: 0 }}
    pb={{ base: 12, sm: 0 }}
  >
    <div>
      <Flex wrap="wrap" align="center" gap="4px 12px">
        <Title>{title}</Title>
        {beside}
      </Flex>
      {text !== undefined && (
        <Box component="p" className="ps-muted" mt={4} fz={{ base: 13, sm: 14 }} lh={{ base: '18px', sm: '20px' }}>
          {text}
        </Box>
      )}
    </div>
    {end !== undefined && (
      <Flex align="center" gap={12} flex={{ base: isEndBelow ? '1 1 100%' : 'none', sm: 'none' }}>
        {end}
      </Flex>
    )}
  </Flex>
)
