import { Box, Button, Flex, Text } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import type { CSSProperties } from 'react'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { PositionChange } from '../../../ui/racing/position-change.tsx'
import { OwnRow } from '../avatar/own-row.tsx'

export type Previewed = Pick<User, 'username' | 'firstName' | 'profileImageUrl' | 'avatarConfig'>

const LINE: CSSProperties & Record<'--line', string> = { '--line': 'auto -2px -1px' }
const INERT: CSSProperties = { pointerEvents: 'none' }
const FOCUSED = { boxShadow: '0 0 0 3px color-mix(in srgb, var(--ps-focus) 18%, transparent)' }

/** Preview of the two colours, which uses the page's own tokens as the page shows the same theme. */
export const ThemePreview = ({ user }: { user: Previewed }) => {
  const name = user.username ?? user.firstName ?? 'You'
  return (
    <Flex
      direction="column"
      component="section"
      gap={12}
      p={14}
      bd="1px solid var(--ps-line)"
      bdrs="md"
      bg="var(--ps-bg)"
      aria-label="Preview"
    >
      <Text span variant="label" c="var(--ps-ink-3)">
        Preview
      </Text>
      <Flex className="ps-below" gap={18} fz={13.5} c="dimmed" aria-hidden="true">
        <Box component="span" className="ps-tab" pos="relative" pt={6} pb={10} style={LINE} aria-current="page">
          Leaderboard
        </Box>
        <Box component="span" pt={6} pb={10}>
          Heat Map
        </Box>
      </Flex>
      <OwnRow aria-hidden="true">
        <span className="ps-points">12</span>
        <PositionChange places={6} />
        <Avatar name={name} of={user} />
        <Box component="b" className="ps-clip" flex="1" fw={580}>
          {name}
        </Box>
        <span className="ps-points">118</span>
      </OwnRow>
      <Flex gap={8} style={INERT} aria-hidden="true">
        <Button component="span">Submit Tip</Button>
        <Flex
          component="span"
          flex="1"
          align="center"
          px={12}
          bd="1px solid var(--ps-focus)"
          bdrs="md"
          bg="var(--ps-field)"
          style={FOCUSED}
        >
          Jed Harrowell
        </Flex>
      </Flex>
      <Text variant="note">Purple, green, yellow and red keep their meaning in every theme.</Text>
    </Flex>
  )
}
