import { IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'

const SettingsDialog = lazy(async () => ({
  default: (await import('./settings-dialog.tsx')).NotificationSettingsDialog,
}))

/** Button that opens the notification settings. */
export const NotificationSettingsButton = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={IconSettings} label="Notification settings" onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <SettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
