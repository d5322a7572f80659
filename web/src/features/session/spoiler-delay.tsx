import { Flex, SegmentedControl } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { Icon } from '../../ui/base/icon.tsx'
import { formatDuration } from '../../ui/time/format.ts'
import { useSaveDelay } from './save-delay.ts'
import { useUser } from './user-query.ts'

const STEPS = [0, 30, 60, 120]

const labelOf = (seconds: number): string => (seconds === 0 ? 'Off' : formatDuration(seconds))

/** Returns the signed-in fan's spoiler delay in seconds; 0 if there is none. */
export const useSpoilerDelay = (): number => useUser()?.spoilerDelaySeconds ?? 0

/** Select for the spoiler delay, saved at once. A custom delay from the profile is listed among the presets. */
export const SpoilerDelay = ({ className }: { className?: string | undefined }) => {
  const saved = useSpoilerDelay()
  const save = useSaveDelay()
  // Shows the new value while saving, and reverts on failure.
  const visible = (save.isPending ? save.variables : undefined) ?? saved
  const steps = STEPS.includes(visible) ? STEPS : [...STEPS, visible].toSorted((a, b) => a - b)
  return (
    <Flex
      className={className}
      align="center"
      justify={{ base: 'space-between', sm: 'flex-start' }}
      wrap={{ base: 'wrap', sm: 'nowrap' }}
      gap={{ base: 8, sm: 12 }}
    >
      <Flex component="span" align="center" gap={8} flex="none" fz="sm" fw={540} aria-hidden="true">
        <Icon icon={IconEyeOff} size={16} className="ps-faint" />
        Spoiler delay
      </Flex>
      <SegmentedControl
        aria-label="Spoiler delay"
        data={steps.map((seconds) => ({ value: String(seconds), label: labelOf(seconds) }))}
        value={String(visible)}
        onChange={(seconds) => save.mutate(Number(seconds))}
      />
    </Flex>
  )
}
