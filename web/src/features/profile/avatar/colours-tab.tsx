import { Flex } from '@mantine/core'
import type { AvatarDraft } from './avatar-draft.ts'
import { ColourRow } from './colour-row.tsx'

const ROWS = [
  ['helmetColor', 'Helmet colour'],
  ['primaryColor', 'Primary colour'],
  ['secondaryColor', 'Secondary colour'],
  ['suitColor', 'Suit colour'],
] as const

type Props = { draft: AvatarDraft; onChange(change: Partial<AvatarDraft>): void }

export const ColoursTab = ({ draft, onChange }: Props) => (
  <Flex direction="column" gap={{ base: 10, sm: 18 }}>
    {ROWS.map(([field, label]) => (
      <ColourRow key={field} label={label} value={draft[field]} onChange={(colour) => onChange({ [field]: colour })} />
    ))}
  </Flex>
)
