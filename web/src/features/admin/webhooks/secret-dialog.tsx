import { Box, Button, Text, TextInput } from '@mantine/core'
import { useCopy } from '../../../client/messages/use-copy.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'

type Props = { title: string; text: string; secret: string; opened: boolean; onClose(): void }

/** Shows a secret once; a click outside does not close the dialog. */
export const SecretDialog = ({ title, text, secret, opened, onClose }: Props) => {
  const { copy, isCopied, byHand } = useCopy()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      stays
      title={title}
      foot={
        <>
          <CopyButton
            variant="outline"
            isCopied={isCopied()}
            onClick={() => void copy(secret, { title: 'Secret copied', message: 'Store it with your receiver.' })}
          >
            Copy secret
          </CopyButton>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <Text inherit c="dimmed">
        {text}
      </Text>
      <Box mt={14}>
        <TextInput label="Secret" readOnly value={secret} onFocus={({ currentTarget }) => currentTarget.select()} />
      </Box>
      {byHand}
    </Dialog>
  )
}
