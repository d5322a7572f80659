import { ActionIcon } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'

const SettingsDialog = lazy(async () => ({
  default: (await import('./settings-dialog.tsx')).NotificationSettingsDialog,
}))

/** Button that opens the notification settings. */
export const NotificationSettingsButton = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon aria-label="Notification settings" title="Notification settings" onClick={() => setOpen(true)}>
        <Icon icon={IconSettings} />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <SettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
