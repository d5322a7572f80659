import { Box, Flex, useMantineColorScheme } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowRight,
  IconBolt,
  IconCalendarEvent,
  IconCheck,
  IconChevronDown,
  IconClock,
  IconEdit,
  IconFlag3,
  IconLayoutDashboard,
  IconListCheck,
  IconLock,
  IconMapPin,
  IconSelector,
  IconSettings2,
  IconSteeringWheel,
  IconTrash,
  IconTrophy,
  IconUsersGroup,
  IconWifiOff,
  IconX,
} from '@tabler/icons-react'
import { Icon } from '../ui/base/icon.tsx'
import { Brand } from '../ui/layout/brand.tsx'
import { Connection } from '../ui/layout/connection.tsx'
import { Page } from '../ui/layout/page.tsx'
import { SectorLines } from '../ui/racing/sector-lines.tsx'
import { ToastHost } from '../ui/toasts/toast-host.tsx'
import { Avatars } from './avatars.tsx'
import { Board, Countdowns, Figures, Plates } from './boards.tsx'
import { Buttons } from './buttons.tsx'
import { Controls, FieldStates, Rows } from './controls.tsx'
import { Colour, Lines, Type } from './foundations.tsx'
import { Messages, States } from './messages.tsx'
import { Section } from './section.tsx'
import { Surfaces } from './surfaces.tsx'
import { Themes } from './themes.tsx'

const ICONS = [
  IconAlertTriangle,
  IconArrowRight,
  IconBolt,
  IconCalendarEvent,
  IconCheck,
  IconChevronDown,
  IconClock,
  IconEdit,
  IconFlag3,
  IconLayoutDashboard,
  IconListCheck,
  IconLock,
  IconMapPin,
  IconSelector,
  IconSettings2,
  IconSteeringWheel,
  IconTrash,
  IconTrophy,
  IconUsersGroup,
  IconWifiOff,
  IconX,
]

/** Every component in its states, in both schemes. Served by `npm run dev` at /gallery.html; no part of the product. */
export const Gallery = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Box component="header" bg="var(--ps-mast)" c="var(--ps-mast-ink)">
        <Flex className="ps-bound" align="center" gap={16} h={56}>
          <Brand />
          <Box component="span" flex="1" />
          <Connection live />
          <Connection live={false} />
        </Flex>
        <SectorLines />
      </Box>
      <Page>
        <h1 className="ps-hidden">Components</h1>
        <Flex gap={12} py={12} px={16}>
          {(['auto', 'dark', 'light'] as const).map((scheme) => (
            <button
              key={scheme}
              type="button"
              aria-pressed={scheme === colorScheme}
              onClick={() => setColorScheme(scheme)}
            >
              {scheme}
            </button>
          ))}
        </Flex>
        <Colour />
        <Type />
        <Lines />
        <Controls />
        <Buttons />
        <Surfaces />
        <Countdowns />
        <Board />
        <States />
        <Messages />
        <Rows />
        <FieldStates />
        <Figures />
        <Plates />
        <Avatars />
        <Themes />
        <Section title="Icons" text="Outlines of 1.75, always with a name beside them.">
          <Flex wrap="wrap" align="center" gap={8} px={{ base: 16, sm: 0 }}>
            {ICONS.map((icon) => (
              <Icon key={icon.displayName} icon={icon} size={20} />
            ))}
          </Flex>
        </Section>
      </Page>
      <ToastHost />
    </>
  )
}
