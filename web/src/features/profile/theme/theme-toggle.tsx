import { Flex, Text } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { useState } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { applyTheme } from './apply-theme.ts'
import { FIRST_COLOURS } from './presets.ts'
import { useSaveTheme } from './save-theme.ts'
import { MODES, type Mode, nextMode } from './theme-labels.ts'

/** Button that cycles through light, dark and custom: applied at once, and reverted when saving fails. */
export const ThemeToggle = ({ user, className }: { user: User; className?: string | undefined }) => {
  const [pendingMode, setPendingMode] = useState<Mode>()
  const save = useSaveTheme({ hidesSuccessToast: true, onFailed: () => applyTheme(user.theme) })
  const mode = pendingMode ?? user.theme?.mode ?? 'system'
  const turn = () => {
    const next = nextMode(mode)
    setPendingMode(next)
    applyTheme({ mode: next, custom: user.theme?.custom ?? FIRST_COLOURS })
    save.mutate({ mode: next }, { onSettled: () => setPendingMode(undefined) })
  }
  return (
    <Flex
      component="button"
      type="button"
      className={className}
      align="center"
      gap={10}
      w="100%"
      mih={{ base: 44, sm: 40 }}
      px={10}
      fz={13.5}
      aria-disabled={save.isPending || undefined}
      onClick={save.isPending ? undefined : turn}
    >
      <Icon icon={MODES[mode].icon} size={18} />
      <span>Theme</span>{' '}
      <Text span inherit c="dimmed" aria-live="polite">
        {MODES[mode].name}
      </Text>
    </Flex>
  )
}
