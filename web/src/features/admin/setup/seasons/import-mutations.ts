import type { CalendarImportReply } from '@purple-sector/contracts/weekends/calendar-import'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { api } from '../../../../client/api/api.ts'
import { useAdminMutation } from '../../base/api/admin-mutation.ts'
import { needsReason, queryOf, refreshSeasons, SEASONS } from './season-mutations.ts'

export const TEMPLATE = `${SEASONS}/import/template`

type Import = { file: File; season: Season }

const send = ({ file, season: { id } }: Import, query: string, options?: { headers: Record<string, string> }) => {
  const form = new FormData()
  form.set('file', file)
  return api.post<CalendarImportReply>(`${SEASONS}/${id}/import${query}`, form, options)
}

/** Previews an import row by row; nothing is stored. */
export const usePreviewCalendar = () =>
  useAdminMutation({
    mutationFn: (input: Import) => send(input, '?preview=true'),
    failure: 'Import failed',
    refresh: [],
  })

/** Imports a calendar, unless another administrator changed the season since it was read. */
export const useImportCalendar = () =>
  useAdminMutation({
    mutationFn: ({ reason, ...input }: Import & { reason: string }) =>
      send(input, queryOf(reason), { headers: { 'if-match': `"${input.season.version}"` } }),
    failure: 'Import failed',
    success: ({ message }) => ({ title: 'Calendar imported', message }),
    hidesErrorToast: needsReason,
    refresh: refreshSeasons,
  })
