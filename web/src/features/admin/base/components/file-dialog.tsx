import { Button, Stack, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { isOfflineError, serverMessage } from '../../../../client/api/api.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { FileDrop } from '../../../../ui/controls/file-drop.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'

const MAX_BYTES = 5 * 1024 * 1024

const PADDING = { base: 16, sm: 20 }

const Note = ({ children }: { children: ReactNode }) => (
  <Text className="ps-wrap" c="dimmed" pb={12} px={PADDING}>
    {children}
  </Text>
)

type Props = {
  title: string
  opened: boolean
  onClose(): void
  /** What is chosen, the button's name, its kinds and size in words, and its kinds for the browser. */
  file: { label: string; choose: string; hint: string; accept: string; icon: TablerIcon }
  /** Called for each choice, without a file for one that is too large. */
  onChoose(file: File | undefined): void
  /** Why the preview or the upload failed. */
  failure: Error | null
  preview: { isPending: boolean; message: string | undefined; rows: ReactNode }
  /** Below the choice. */
  beside?: ReactNode
  /** Below the preview. */
  below?: ReactNode
  send: { label: string; busy: string; isPending: boolean; isDisabled: boolean; onSend(file: File): void }
}

/** Uploads a file of at most 5 MB after a preview of what happens to each row. */
export const FileDialog = ({
  title,
  opened,
  onClose,
  file,
  onChoose,
  failure,
  preview,
  beside,
  below,
  send,
}: Props) => {
  const [chosen, setChosen] = useState<File | null>(null)
  const isTooLarge = chosen !== null && chosen.size > MAX_BYTES
  const choose = (chosenFile: File | null) => {
    if (!chosenFile) return
    setChosen(chosenFile)
    onChoose(chosenFile.size <= MAX_BYTES ? chosenFile : undefined)
  }
  const error = isTooLarge
    ? 'The file is larger than 5 MB.'
    : failure && !isOfflineError(failure)
      ? serverMessage(failure, 'Please try again.')
      : undefined
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size="md"
      stays
      flush
      foot={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <AsyncButton
            loading={send.isPending}
            disabled={send.isDisabled}
            onClick={() => chosen && send.onSend(chosen)}
          >
            {send.isPending ? send.busy : send.label}
          </AsyncButton>
        </>
      }
    >
      <Stack gap={8} pb={12} px={PADDING}>
        <FileDrop
          label={file.label}
          choose={file.choose}
          words={chosen?.name ?? 'Choose a file, or drop it here'}
          hint={file.hint}
          error={error}
          mark={<Icon icon={file.icon} size={20} />}
          accept={file.accept}
          onChoose={choose}
        />
        {beside}
      </Stack>
      <div aria-live="polite">
        {preview.isPending && <Note>Reading the file...</Note>}
        {preview.message !== undefined && <Note>{preview.message}</Note>}
        {preview.rows}
      </div>
      {below && (
        <Stack py={14} px={PADDING}>
          {below}
        </Stack>
      )}
    </Dialog>
  )
}
