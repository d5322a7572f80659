import { Box, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { MAX_DELAY } from '../../../client/spoiler/delay.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useSaveDelay } from '../../session/save-delay.ts'
import { SpoilerDelay, useSpoilerDelay } from '../../session/spoiler-delay.tsx'

/** Parses a valid whole number of seconds; undefined otherwise. */
const secondsOf = (typed: string): number | undefined => {
  const seconds = Number(typed)
  const isPossible = /^\d+$/.test(typed.trim()) && seconds <= MAX_DELAY
  return isPossible ? seconds : undefined
}

/** Field for any delay; saved on blur or Enter. */
const OwnDelay = () => {
  const saved = useSpoilerDelay()
  const save = useSaveDelay()
  const [typed, type] = useState(String(saved))
  useEffect(() => type(String(saved)), [saved])
  const seconds = secondsOf(typed)
  const saveDraft = () => {
    if (seconds !== undefined && seconds !== saved) save.mutate(seconds, { onError: () => type(String(saved)) })
  }
  return (
    <TextInput
      label="In seconds"
      inputMode="numeric"
      value={typed}
      description={`0 to ${MAX_DELAY}. Saved straight away.`}
      error={seconds === undefined && `Whole seconds, 0 to ${MAX_DELAY}`}
      onChange={({ currentTarget: { value } }) => type(value)}
      onBlur={saveDraft}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === 'Enter') saveDraft()
      }}
    />
  )
}

/** The spoiler delay in the profile: any value, and what it affects. */
export const SpoilerPanel = () => (
  <Panel title="Spoiler delay" span={1}>
    <Text variant="note">
      Watching on a delay? Timing, results, boards, chat and notifications are held back by this long. Deadlines never
      are.
    </Text>
    <Box mt={12}>
      <SpoilerDelay />
    </Box>
    <Box mt={12} maw={240}>
      <OwnDelay />
    </Box>
  </Panel>
)
