import { XLSX } from '@purple-sector/contracts/common'
import { weekendsRoutes } from '@purple-sector/contracts/weekends/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { MAX_FILE_BYTES } from '@purple-sector/service-kit/data/parsing-limits'
import { badField } from '@purple-sector/service-kit/errors'
import { uploadForms } from '@purple-sector/service-kit/input/upload-form'
import { versionOf } from '../seasons/season-routes.ts'
import { calendarTemplate } from './calendar-template.ts'
import { type ImportDependencies, importCalendar } from './import-calendar.ts'

const forms = uploadForms({ fileBytes: MAX_FILE_BYTES })

const TEMPLATE_HEADERS = {
  'content-type': XLSX,
  'content-disposition': 'attachment; filename="purple-sector-calendar.xlsx"',
  'x-content-type-options': 'nosniff',
}

/** Routes that import the rounds of a season from a calendar file, and download its template. */
export const calendarImportRoutes = (dependencies: ImportDependencies) => async (app: App) => {
  const importFile = importCalendar(dependencies)
  await forms.register(app)

  registerRoute(app, weekendsRoutes.importSeasonCalendar, async (request) => {
    const ifVersion = versionOf(request.headers['if-match'])
    const { file } = await forms.read(request)
    if (!file) throw badField('file', 'is required')
    const { preview, reason } = request.query
    return importFile(callerOf(request), request.params.id, { file, preview: preview === 'true', reason, ifVersion })
  })

  registerRoute(app, weekendsRoutes.downloadCalendarTemplate, async (_, reply) =>
    reply.headers(TEMPLATE_HEADERS).send(await calendarTemplate()),
  )
}
