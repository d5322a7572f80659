import { Flex, Text } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from '../base/icon.tsx'

/** The yellow line above the first panel: "Standings as of 3:52 pm. Trying again in 10 seconds." */
export const OfflineLine = ({ children }: { children: ReactNode }) => (
  <Flex
    component="p"
    className="ps-sm"
    align="center"
    gap={10}
    mih={36}
    px={14}
    py={6}
    bd="1px solid color-mix(in srgb, var(--ps-yellow) 40%, transparent)"
    bdrs={{ base: 0, sm: 'md' }}
    bg="var(--ps-yellow-wash)"
  >
    <Icon icon={IconWifiOff} size={16} className="ps-slow" />
    <span>
      <Text component="b" variant="label" className="ps-slow" mr={6}>
        OFFLINE
      </Text>
      {children}
    </span>
  </Flex>
)
