import { Box, Button, type ButtonProps } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import {
  IconBell,
  IconChartLine,
  IconChevronRight,
  IconDevices,
  IconDownload,
  IconHistory,
  IconKey,
  IconLogout,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { markSigningOut } from '../../../client/messages/sign-in-again.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'

const dialogs = {
  notifications: lazy(async () => ({
    default: (await import('../../notifications/settings/settings-dialog.tsx')).NotificationSettingsDialog,
  })),
  password: lazy(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog })),
  sessions: lazy(async () => ({ default: (await import('./sessions-dialog.tsx')).SessionsDialog })),
  everywhere: lazy(async () => ({ default: (await import('./everywhere-dialog.tsx')).EverywhereDialog })),
  deletion: lazy(async () => ({ default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog })),
}

/** A button or a link as wide as the panel. */
const rowOf = (icon: TablerIcon): ButtonProps => ({
  variant: 'quiet',
  fullWidth: true,
  h: 44,
  px: 15,
  radius: 0,
  fw: 520,
  c: 'inherit',
  leftSection: <Icon icon={icon} size={20} className="ps-faint" />,
  rightSection: <Icon icon={IconChevronRight} className="ps-faint" />,
  styles: { label: { flex: 1 } },
})

const Leads = ({ to, icon, children }: { to: string; icon: TablerIcon; children: ReactNode }) => (
  <Button component={Link} to={to} {...rowOf(icon)}>
    {children}
  </Button>
)

/** Actions of the user's account: sign out, security, export and deletion. */
export const AccountActions = ({ user }: { user: User }) => {
  const [openedDialog, openDialog] = useState<keyof typeof dialogs>()
  const OpenedDialog = openedDialog && dialogs[openedDialog]
  const opens = (dialog: keyof typeof dialogs, icon: TablerIcon, words: string, colour = 'inherit') => (
    <Button {...rowOf(icon)} c={colour} onClick={() => openDialog(dialog)}>
      {words}
    </Button>
  )
  return (
    <Panel title="Account Actions" span={1} flush>
      <Leads to="/analytics" icon={IconChartLine}>
        Performance analytics
      </Leads>
      <Leads to="/history" icon={IconHistory}>
        History
      </Leads>
      {opens('notifications', IconBell, 'Notification settings')}
      {opens('password', IconKey, user.hasPassword ? 'Change password' : 'Set a password')}
      {opens('sessions', IconDevices, 'Where I’m signed in')}
      {opens('everywhere', IconLogout, 'Sign out everywhere')}
      <Button component="a" href="/api/profile/export" download {...rowOf(IconDownload)}>
        Download my data
      </Button>
      {opens('deletion', IconTrash, 'Delete my account', 'var(--ps-red-ink)')}
      <Box px={16} pt={8} pb={16}>
        <Button
          component="a"
          href="/api/logout"
          onClick={markSigningOut}
          variant="danger"
          leftSection={<Icon icon={IconLogout} size={16} />}
          fullWidth
        >
          Sign Out
        </Button>
      </Box>
      {OpenedDialog && (
        <Suspense>
          <OpenedDialog user={user} onClose={() => openDialog(undefined)} />
        </Suspense>
      )}
    </Panel>
  )
}
