import { Box, Flex, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './setup-head.module.css'

/** Title and description of a tab, with its create actions at the right (below on a phone). */
export const SetupHead = ({ title, text, end }: { title: string; text?: ReactNode; end?: ReactNode }) => (
  <Flex
    component="header"
    display={{ base: 'block', sm: 'flex' }}
    align="flex-end"
    justify="space-between"
    wrap={{ base: 'wrap', md: 'nowrap' }}
    gap={{ base: 12, md: 24 }}
    mb={{ base: 0, sm: 16 }}
    py={{ base: 12, sm: 0 }}
    px={{ base: 16, sm: 0 }}
  >
    <div>
      <Title fz={22} lh="28px">
        {title}
      </Title>
      {text !== undefined && (
        <Box component="p" className="ps-muted" fz={13.5} lh="20px">
          {text}
        </Box>
      )}
    </div>
    {end !== undefined && (
      <Flex
        className={classes.end}
        align="center"
        wrap={{ base: 'wrap', sm: 'nowrap' }}
        flex="none"
        gap={8}
        mt={{ base: 12, sm: 0 }}
      >
        {end}
      </Flex>
    )}
  </Flex>
)
