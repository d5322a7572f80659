import { Button, Stack, Text } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { isOfflineError, serverMessage } from '../../../../client/api/api.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { FileDrop } from '../../../../ui/controls/file-drop.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { TEMPLATE, usePreviewUpload, useUploadCars } from './upload-mutations.ts'
import { UploadResult } from './upload-result.tsx'
import { countOf } from './upload-rows.ts'

const MAX_BYTES = 5 * 1024 * 1024
const HINT = '.xlsx, .xls or .csv, max 5 MB. Cars, or the whole weekend with a Sessions sheet'
const ACCEPTED =
  '.xlsx,.xls,.csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const PADDING = { base: 16, sm: 20 }

const Note = ({ children }: { children: ReactNode }) => (
  <Text className="ps-wrap" c="dimmed" pb={12} px={PADDING}>
    {children}
  </Text>
)

type Props = { weekend: Weekend; opened: boolean; onClose(): void }

/** Uploads cars from a spreadsheet, after a preview of what happens to each row. */
export const UploadDialog = ({ weekend, opened, onClose }: Props) => {
  const [file, setFile] = useState<File | null>(null)
  const preview = usePreviewUpload()
  const upload = useUploadCars()
  const isTooLarge = file !== null && file.size > MAX_BYTES
  const choose = (chosenFile: File | null) => {
    if (!chosenFile) return
    setFile(chosenFile)
    preview.reset()
    if (chosenFile.size <= MAX_BYTES) preview.mutate({ file: chosenFile, weekend })
  }
  const reply = preview.data
  const changes = reply ? countOf(reply.results, 'created') + countOf(reply.results, 'updated') : 0
  const failed = preview.error ?? upload.error
  const error = isTooLarge
    ? 'The file is larger than 5 MB.'
    : failed && !isOfflineError(failed)
      ? serverMessage(failed, 'Please try again.')
      : undefined
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Upload spreadsheet"
      size="md"
      stays
      flush
      foot={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <AsyncButton
            loading={upload.isPending}
            disabled={changes === 0}
            onClick={() => file && upload.mutate({ file, weekend }, { onSuccess: onClose })}
          >
            {upload.isPending ? 'Uploading...' : changes > 0 ? `Upload ${plural(changes, 'row')}` : 'Upload'}
          </AsyncButton>
        </>
      }
    >
      <Stack gap={8} pb={12} px={PADDING}>
        <FileDrop
          label="Spreadsheet"
          choose="Choose a spreadsheet"
          words={file?.name ?? 'Choose a file, or drop it here'}
          hint={HINT}
          error={error}
          mark={<Icon icon={IconFileSpreadsheet} size={20} />}
          accept={ACCEPTED}
          onChoose={choose}
        />
        <Button
          component="a"
          style={{ alignSelf: 'flex-start' }}
          variant="quiet"
          size="sm"
          leftSection={<Icon icon={IconDownload} size={16} />}
          href={TEMPLATE}
          download
        >
          Download the template
        </Button>
      </Stack>
      <div aria-live="polite">
        {preview.isPending && <Note>Reading the file...</Note>}
        {reply && (
          <>
            <Note>{reply.message}</Note>
            <UploadResult reply={reply} preview />
          </>
        )}
      </div>
    </Dialog>
  )
}
