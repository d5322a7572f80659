import { Button, Stack, Text } from '@mantine/core'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { IconCalendarEvent } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { isOfflineError, reasonOf, serverMessage } from '../../../../client/api/api.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { FileDrop } from '../../../../ui/controls/file-drop.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { useImportCalendar, usePreviewCalendar } from './import-mutations.ts'
import { ImportRows } from './import-rows.tsx'
import { ReasonField } from './reason-field.tsx'
import { needsReason } from './season-mutations.ts'

const MAX_BYTES = 5 * 1024 * 1024
const HINT = '.ics, .csv or .xlsx, max 5 MB. Columns: Round, Name, Venue, Start, End, Time zone'
const ACCEPTED = '.ics,.csv,.xlsx,text/calendar,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const PADDING = { base: 16, sm: 20 }

const Note = ({ children }: { children: ReactNode }) => (
  <Text className="ps-wrap" c="dimmed" pb={12} px={PADDING}>
    {children}
  </Text>
)

type Props = { season: Season; opened: boolean; onClose(): void }

/** Imports the rounds of a season from a calendar, after a preview of what happens to each. */
export const ImportDialog = ({ season, opened, onClose }: Props) => {
  const [file, setFile] = useState<File | null>(null)
  const [reason, setReason] = useState('')
  const preview = usePreviewCalendar()
  const save = useImportCalendar()
  const isTooLarge = file !== null && file.size > MAX_BYTES
  const choose = (chosenFile: File | null) => {
    if (!chosenFile) return
    setFile(chosenFile)
    preview.reset()
    save.reset()
    if (chosenFile.size <= MAX_BYTES) preview.mutate({ file: chosenFile, season })
  }
  const results = preview.data?.results
  const changes = results?.success.filter(({ action }) => action !== 'unchanged').length ?? 0
  const canImport = changes > 0 && results?.errors.length === 0
  const asksReason = needsReason(save.error) || reason !== ''
  const failed = preview.error ?? (needsReason(save.error) ? null : save.error)
  const error = isTooLarge
    ? 'The file is larger than 5 MB.'
    : failed && !isOfflineError(failed)
      ? serverMessage(failed, 'Please try again.')
      : undefined
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`Import the calendar of ${season.name}`}
      size="md"
      stays
      flush
      foot={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <AsyncButton
            loading={save.isPending}
            disabled={!canImport || (asksReason && reason.trim() === '')}
            onClick={() => file && save.mutate({ file, season, reason }, { onSuccess: onClose })}
          >
            {save.isPending ? 'Importing...' : canImport ? `Import ${plural(changes, 'round')}` : 'Import'}
          </AsyncButton>
        </>
      }
    >
      <Stack gap={8} pb={12} px={PADDING}>
        <FileDrop
          label="Calendar"
          choose="Choose a calendar"
          words={file?.name ?? 'Choose a file, or drop it here'}
          hint={HINT}
          error={error}
          mark={<Icon icon={IconCalendarEvent} size={20} />}
          accept={ACCEPTED}
          onChoose={choose}
        />
      </Stack>
      <div aria-live="polite">
        {preview.isPending && <Note>Reading the file...</Note>}
        {preview.data && (
          <>
            <Note>{preview.data.message}</Note>
            <ImportRows results={preview.data.results} />
          </>
        )}
      </div>
      {asksReason && (
        <Stack py={14} px={PADDING}>
          <ReasonField
            value={reason}
            error={needsReason(save.error) && reason === '' ? reasonOf(save.error) : undefined}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </Stack>
      )}
    </Dialog>
  )
}
