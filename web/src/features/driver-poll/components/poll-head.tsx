import { Box, Flex } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: ReactNode; beside: ReactNode; select: ReactNode }

/** Header of a panel with the category select; on a phone that takes a line of its own. */
export const PollHead = ({ title, beside, select }: Props) => (
  <Flex className="ps-head ps-below" wrap={{ base: 'wrap', sm: 'nowrap' }} mih={52} py={{ base: 10, sm: 0 }}>
    <h2>{title}</h2>
    {beside}
    {select && (
      <Box ml="auto" flex={{ base: '0 0 100%', sm: '0 1 auto' }}>
        {select}
      </Box>
    )}
  </Flex>
)
