import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useState } from 'react'
import { reasonOf } from '../../../../client/api/api.ts'
import { plural } from '../../../../ui/time/format.ts'
import { FileDialog } from '../../base/components/file-dialog.tsx'
import { TemplateLink } from '../../base/components/template-link.tsx'
import { TEMPLATE, useImportCalendar, usePreviewCalendar } from './import-mutations.ts'
import { ImportRows } from './import-rows.tsx'
import { ReasonField } from './reason-field.tsx'
import { needsReason } from './season-mutations.ts'

const CALENDAR = {
  label: 'Calendar',
  choose: 'Choose a calendar',
  hint: '.ics, .csv or .xlsx, max 5 MB. Columns: Round, Name, Venue, Start, End, Time zone',
  accept: '.ics,.csv,.xlsx,text/calendar,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  icon: IconCalendarEvent,
}

type Props = { season: Season; opened: boolean; onClose(): void }

/** Imports the rounds of a season from a calendar, after a preview of what happens to each. */
export const ImportDialog = ({ season, opened, onClose }: Props) => {
  const [reason, setReason] = useState('')
  const preview = usePreviewCalendar()
  const save = useImportCalendar()
  const results = preview.data?.results
  const changes = results?.success.filter(({ action }) => action !== 'unchanged').length ?? 0
  const canImport = changes > 0 && results?.errors.length === 0
  const asksReason = needsReason(save.error) || reason !== ''
  return (
    <FileDialog
      title={`Import the calendar of ${season.name}`}
      opened={opened}
      onClose={onClose}
      file={CALENDAR}
      onChoose={(file) => {
        preview.reset()
        save.reset()
        if (file) preview.mutate({ file, season })
      }}
      failure={preview.error ?? (needsReason(save.error) ? null : save.error)}
      preview={{
        isPending: preview.isPending,
        message: preview.data?.message,
        rows: results && <ImportRows results={results} />,
      }}
      beside={<TemplateLink href={TEMPLATE} />}
      below={
        asksReason && (
          <ReasonField
            value={reason}
            error={needsReason(save.error) && reason === '' ? reasonOf(save.error) : undefined}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )
      }
      send={{
        label: canImport ? `Import ${plural(changes, 'round')}` : 'Import',
        busy: 'Importing...',
        isPending: save.isPending,
        isDisabled: !canImport || (asksReason && reason.trim() === ''),
        onSend: (file) => save.mutate({ file, season, reason }, { onSuccess: onClose }),
      }}
    />
  )
}
