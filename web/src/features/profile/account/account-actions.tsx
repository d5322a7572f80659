import { Box, Button } from '@mantine/core'
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
import { join } from '../../../ui/base/join.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import classes from './account-actions.module.css'

const dialogs = {
  notifications: lazy(async () => ({
    default: (await import('../../notifications/settings/settings-dialog.tsx')).NotificationSettingsDialog,
  })),
  password: lazy(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog })),
  sessions: lazy(async () => ({ default: (await import('./sessions-dialog.tsx')).SessionsDialog })),
  everywhere: lazy(async () => ({ default: (await import('./everywhere-dialog.tsx')).EverywhereDialog })),
  deletion: lazy(async () => ({ default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog })),
}

const Inside = ({ icon, children }: { icon: TablerIcon; children: ReactNode }) => (
  <>
    <Icon icon={icon} size={20} />
    <span className="ps-fill">{children}</span>
    <Icon icon={IconChevronRight} size={18} />
  </>
)

const Leads = ({ to, icon, children }: { to: string; icon: TablerIcon; children: ReactNode }) => (
  <Link className={classes.row} to={to}>
    <Inside icon={icon}>{children}</Inside>
  </Link>
)

/** Actions of the user's account: sign out, security, export and deletion. */
export const AccountActions = ({ user }: { user: User }) => {
  const [openedDialog, openDialog] = useState<keyof typeof dialogs>()
  const OpenedDialog = openedDialog && dialogs[openedDialog]
  const opens = (dialog: keyof typeof dialogs, icon: TablerIcon, words: string, className?: string) => (
    <button type="button" className={join(classes.row, className)} onClick={() => openDialog(dialog)}>
      <Inside icon={icon}>{words}</Inside>
    </button>
  )
  return (
    <Panel title="Account Actions" span={1} flush className={classes.panel}>
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
      <a className={classes.row} href="/api/profile/export" download>
        <Inside icon={IconDownload}>Download my data</Inside>
      </a>
      {opens('deletion', IconTrash, 'Delete my account', classes.grave)}
      <Box px={16} pt={8}>
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
