import { Box, Flex, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { HELMET_NAMES, PATTERN_NAMES, SUIT_NAMES } from '@purple-sector/contracts/racing-avatar/appearance'
import type { ReactNode } from 'react'
import { RacingAvatar } from '../../../ui/racing-avatar/racing-avatar.tsx'
import { valueLabel } from '../../../ui/time/format.ts'
import type { AvatarDraft } from './avatar-draft.ts'
import { Choices } from './choices.tsx'

const CENTRED = { alignItems: 'center' }

const VISORS = [
  { value: 'tinted', label: 'Tinted' },
  { value: 'clear', label: 'Clear' },
] as const

type Props = { draft: AvatarDraft; onChange(change: Partial<AvatarDraft>): void }

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={8} mb={16}>
    <h3 className="ps-label">{title}</h3>
    {children}
  </Stack>
)

/** Helmet, pattern and suit, each drawn in the selected colours; visor and number. */
export const StyleTab = ({ draft, onChange }: Props) => (
  <>
    <Part title="Helmet">
      <Choices
        label="Helmet"
        layout="helmets"
        value={draft.helmet}
        choices={HELMET_NAMES.map((helmet) => ({
          value: helmet,
          label: valueLabel(helmet),
          drawing: <RacingAvatar config={{ ...draft, helmet, pattern: 'solid' }} />,
        }))}
        onChange={(helmet) => onChange({ helmet })}
      />
    </Part>
    <Part title="Pattern">
      <Choices
        label="Pattern"
        layout="patterns"
        value={draft.pattern}
        choices={PATTERN_NAMES.map((pattern) => ({
          value: pattern,
          label: valueLabel(pattern),
          drawing: <RacingAvatar config={{ ...draft, pattern }} />,
        }))}
        onChange={(pattern) => onChange({ pattern })}
      />
    </Part>
    <Part title="Suit">
      <Choices
        label="Suit"
        layout="suits"
        value={draft.suit}
        choices={SUIT_NAMES.map((suit) => ({
          value: suit,
          label: valueLabel(suit),
          drawing: <RacingAvatar config={{ ...draft, suit }} crop="suit" />,
        }))}
        onChange={(suit) => onChange({ suit })}
      />
    </Part>
    <Flex wrap={{ base: 'wrap', sm: 'nowrap' }} align="flex-end" gap={16}>
      <Box flex={{ base: 1, sm: 'none' }} w={{ sm: 190 }}>
        <Box component="span" className="ps-field-label" display="block">
          Visor
        </Box>
        <SegmentedControl
          aria-label="Visor"
          data={[...VISORS]}
          value={draft.visor}
          onChange={(visor) => onChange({ visor })}
          fullWidth
          h={{ base: 44, sm: 40 }}
          style={CENTRED}
        />
      </Box>
      <TextInput
        w={{ base: 104, sm: 110 }}
        label="Racing number"
        placeholder="1-999"
        maxLength={3}
        inputMode="numeric"
        autoComplete="off"
        value={draft.number}
        onChange={({ target }) => onChange({ number: target.value })}
      />
      <Text variant="note" flex={{ base: '1 0 100%', sm: 1 }} pb={{ base: 0, sm: 10 }}>
        1–999, up to 3 characters. It goes on your suit.
      </Text>
    </Flex>
  </>
)
