import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { AsyncButton } from '../controls/async-button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmDialogProps = {
  opened: boolean
  onClose(): void
  onConfirm(): void
  title: ReactNode
  text?: ReactNode
  /** Text of the confirming button: it names the object. */
  confirm: ReactNode
  cancel?: ReactNode
  /** Irreversible: a red outline. Otherwise the button is filled. */
  destructive?: boolean
  busy?: boolean
  /** Something is still missing, such as a name to type. */
  disabled?: boolean
  children?: ReactNode
}

/** A question. Cancel comes first, and has the focus. */
export const ConfirmDialog = ({
  opened,
  onClose,
  onConfirm,
  title,
  text,
  confirm,
  cancel = 'Cancel',
  destructive = true,
  busy,
  disabled,
  children,
}: ConfirmDialogProps) => (
  <Dialog
    opened={opened}
    onClose={onClose}
    title={title}
    foot={
      <>
        <Button variant="outline" onClick={onClose} data-autofocus>
          {cancel}
        </Button>
        <AsyncButton
          variant={destructive ? 'danger' : 'filled'}
          loading={busy}
          disabled={disabled}
          // The second click of a double click must not confirm: neither twice, nor a dialog that the first click
          // opened.
          onClick={({ detail: clicks }) => clicks < 2 && onConfirm()}
        >
          {confirm}
        </AsyncButton>
      </>
    }
  >
    {text !== undefined && (
      <Text inherit c="dimmed">
        {text}
      </Text>
    )}
    {children}
  </Dialog>
)
