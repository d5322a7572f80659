import { ActionIcon, Box } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { useIsPhone } from '../../../../ui/base/use-is-phone.ts'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'

type Props = { title: string; body: ReactNode; foot: ReactNode; opened: boolean; onClose(): void }

/** Panel beside the list. Takes the focus when it opens and restores it when it closes. */
const SidePanel = ({ title, body, foot, onClose }: Omit<Props, 'opened'>) => {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.querySelector<HTMLElement>('input')?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  }
  return (
    <Box
      ref={panel}
      flex="none"
      w={{ base: '100%', lg: 520 }}
      pos={{ base: 'static', lg: 'sticky' }}
      top={76}
      onKeyDown={leave}
    >
      <Panel
        single
        flush
        title={title}
        actions={
          <ActionIcon aria-label="Close" title="Close" onClick={onClose}>
            <Icon icon={IconX} />
          </ActionIcon>
        }
        footer={foot}
      >
        <Box mah={{ lg: 'calc(100vh - 220px)' }} py={14} px={16} style={{ overflow: 'auto' }}>
          {body}
        </Box>
      </Panel>
    </Box>
  )
}

/** Frame of the race editor: a panel beside the list, on a phone a sheet. */
export const EditorFrame = ({ opened, ...parts }: Props) => {
  const isPhone = useIsPhone()
  if (isPhone) {
    const { body, ...rest } = parts
    return (
      <Dialog opened={opened} size="lg" {...rest}>
        {body}
      </Dialog>
    )
  }
  return opened ? <SidePanel {...parts} /> : null
}
