import { Box, Flex, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type LinkTab, PageTabs } from './tabs.tsx'

type Props = {
  title: ReactNode
  /** Beside the title: badges. */
  beside?: ReactNode
  text?: ReactNode
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly LinkTab[]
  active: string
}

/** The title of a page whose parts are tabs: at the right, on a phone below, on the header's hairline. */
export const TabbedHead = ({ title, beside, text, label, tabs, active }: Props) => (
  <Flex
    component="header"
    className="ps-below"
    align="flex-end"
    wrap={{ base: 'wrap', md: 'nowrap' }}
    columnGap={16}
    mb={{ base: 0, sm: 16 }}
  >
    <Box
      flex={{ base: '1 0 100%', md: '1 1 auto' }}
      miw={0}
      pt={{ base: 14, sm: 0 }}
      px={{ base: 16, sm: 0 }}
      pb={{ base: 8, md: 14 }}
    >
      <Flex wrap="wrap" align="center" gap="4px 12px">
        <Title>{title}</Title>
        {beside}
      </Flex>
      {text !== undefined && (
        <Text c="dimmed" mt={4} fz={{ base: 'sm', sm: 'md' }} lh={{ base: 'sm', sm: 'md' }}>
          {text}
        </Text>
      )}
    </Box>
    <Box flex="none" maw="100%" ml={{ base: 0, sm: -12, md: 0 }} mb={-1}>
      <PageTabs bare label={label} active={active} tabs={tabs} />
    </Box>
  </Flex>
)
