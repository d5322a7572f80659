import { Box, Flex, SimpleGrid } from '@mantine/core'
import {
  type AvatarAppearance,
  HELMET_NAMES,
  PATTERN_NAMES,
  SUIT_NAMES,
} from '@purple-sector/contracts/racing-avatar/appearance'
import { Avatar } from '../ui/racing/avatar.tsx'
import { RacingAvatar } from '../ui/racing-avatar/racing-avatar.tsx'
import { Section } from './section.tsx'

const COLOURS = {
  classic: { helmetColor: '#b850ff', primaryColor: '#f4f4f7', secondaryColor: '#ffd326' },
  modern: { helmetColor: '#e8e8ec', primaryColor: '#d9202b', secondaryColor: '#16307a' },
  retro: { helmetColor: '#1e66ff', primaryColor: '#ffd326', secondaryColor: '#f4f4f7' },
  aero: { helmetColor: '#2b2b33', primaryColor: '#19b7c9', secondaryColor: '#f4f4f7' },
  'open-face': { helmetColor: '#d9202b', primaryColor: '#f4f4f7', secondaryColor: '#15151a' },
  'full-face': { helmetColor: '#01a65a', primaryColor: '#ffd326', secondaryColor: '#0b3d24' },
} as const satisfies Record<AvatarAppearance['helmet'], object>

const SUITS = {
  professional: { helmet: 'classic', pattern: 'stripes', suitColor: '#1b1b21', number: '12' },
  racing: { helmet: 'modern', pattern: 'checkered', suitColor: '#16307a', number: '7' },
  fireproof: { helmet: 'retro', pattern: 'lightning', suitColor: '#d9202b', number: '104' },
  lightweight: { helmet: 'aero', pattern: 'chevron', suitColor: '#e8e8ec', number: '31' },
  sponsor: { helmet: 'open-face', pattern: 'racing-stripes', suitColor: '#2b2b33', number: '1' },
  vintage: { helmet: 'full-face', pattern: 'solid', suitColor: '#f0e6cf', number: '88' },
} as const satisfies Record<AvatarAppearance['suit'], object>

const SIZES = ['xl', 'lg', 'md', 'sm'] as const
const SMALL = [
  { helmet: 'modern', pattern: 'racing-stripes', ...COLOURS.classic },
  { helmet: 'aero', pattern: 'lightning', ...COLOURS.retro },
  { helmet: 'retro', pattern: 'stripes', ...COLOURS.modern },
]

/** All helmets with all patterns, suits, visors and sizes. */
export const Avatars = () => (
  <Section title="Racing avatar" text="One frame; the pattern is cut out by the shell. Small ones show the helmet.">
    <SimpleGrid cols={{ base: 4, sm: 8 }} spacing={1} verticalSpacing={1}>
      {HELMET_NAMES.flatMap((helmet) =>
        PATTERN_NAMES.map((pattern) => (
          <Box key={`${helmet} ${pattern}`} bg="var(--ps-panel)" px={20} py={10}>
            <RacingAvatar config={{ helmet, pattern, ...COLOURS[helmet] }} />
          </Box>
        )),
      )}
    </SimpleGrid>
    <SimpleGrid cols={{ base: 2, sm: 6 }} spacing={1} verticalSpacing={1}>
      {SUIT_NAMES.map((suit) => (
        <Box key={suit} bg="var(--ps-panel)" p={14}>
          <RacingAvatar config={{ suit, ...COLOURS[SUITS[suit].helmet], ...SUITS[suit] }} crop="bust" />
        </Box>
      ))}
      {HELMET_NAMES.map((helmet) => (
        <Box key={helmet} bg="var(--ps-panel)" p={14}>
          <RacingAvatar config={{ helmet, visor: 'clear', pattern: 'racing-stripes', ...COLOURS[helmet] }} />
        </Box>
      ))}
    </SimpleGrid>
    <Flex align="end" gap={16} wrap="wrap" px={{ base: 16, sm: 0 }}>
      {SIZES.flatMap((size) =>
        SMALL.map((avatarConfig) => (
          <Avatar key={`${size} ${avatarConfig.helmet}`} name="Mae" size={size} of={{ avatarConfig }} />
        )),
      )}
    </Flex>
  </Section>
)
