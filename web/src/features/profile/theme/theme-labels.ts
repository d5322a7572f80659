import type { Theme } from '@purple-sector/contracts/identity/http'
import { IconAdjustmentsHorizontal, IconDeviceDesktop, IconMoon, IconSun, type TablerIcon } from '@tabler/icons-react'

export type Mode = Theme['mode']

/** Name and icon of each mode. */
export const MODES: Record<Mode, { name: string; icon: TablerIcon }> = {
  light: { name: 'Light', icon: IconSun },
  dark: { name: 'Dark', icon: IconMoon },
  system: { name: 'System', icon: IconDeviceDesktop },
  custom: { name: 'Custom', icon: IconAdjustmentsHorizontal },
}

/** Order of the quick toggle; the system mode continues with light. */
const ROUND: Record<Mode, Mode> = { system: 'light', light: 'dark', dark: 'custom', custom: 'light' }
export const nextMode = (mode: Mode): Mode => ROUND[mode]
