import { adminRoutes } from '@purple-sector/contracts/admin/routes'
import { XLSX } from '@purple-sector/contracts/common'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { MAX_FILE_BYTES } from '@purple-sector/service-kit/data/parsing-limits'
import { badField } from '@purple-sector/service-kit/errors'
import { uploadForms } from '@purple-sector/service-kit/input/upload-form'
import { errorsWorkbook } from './errors-workbook.ts'
import { uploadTemplate } from './template.ts'
import { type UploadDependencies, uploadCars } from './upload-cars.ts'

const forms = uploadForms({ fileBytes: MAX_FILE_BYTES })
/** Headers of a download with this name. */
const fileNamed = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'x-content-type-options': 'nosniff',
})

/** Routes that upload cars, or a whole weekend, from a spreadsheet, and download the template. */
export const uploadRoutes = (dependencies: UploadDependencies) => async (app: App) => {
  const upload = uploadCars(dependencies)
  await forms.register(app)

  registerRoute(app, adminRoutes.uploadCars, async (request) => {
    const { file } = await forms.read(request)
    if (!file) throw badField('file', 'is required')
    const { weekendId, preview } = request.query
    return upload(callerOf(request), { file, weekendId, preview: preview === 'true' })
  })

  registerRoute(app, adminRoutes.downloadUploadTemplate, async (_, reply) =>
    reply
      .type(XLSX)
      .headers(fileNamed('purple-sector-cars.xlsx'))
      .send(await uploadTemplate()),
  )

  registerRoute(app, adminRoutes.downloadUploadErrors, async ({ body }, reply) =>
    reply
      .type(XLSX)
      .headers(fileNamed('purple-sector-errors.xlsx'))
      .send(await errorsWorkbook(body)),
  )
}
