import { uploadErrorsBody, uploadQuery, uploadReplySchema } from '@purple-sector/contracts/admin/uploads'
import { errorResponses, fileResponse } from '@purple-sector/contracts/common'
import { callerOf } from '@purple-sector/service-kit'
import { MAX_FILE_BYTES } from '@purple-sector/service-kit/data/parsing-limits'
import { badField } from '@purple-sector/service-kit/errors'
import { uploadForms } from '@purple-sector/service-kit/input/upload-form'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorsWorkbook } from './errors-workbook.ts'
import { uploadTemplate } from './template.ts'
import { type UploadDependencies, uploadCars } from './upload-cars.ts'

const forms = uploadForms({ fileBytes: MAX_FILE_BYTES })
const config = { access: 'admin' } as const
/** Headers of a download with this name. */
const fileNamed = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'x-content-type-options': 'nosniff',
})
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Routes that upload cars, or a whole weekend, from a spreadsheet, and download the template. */
export const uploadRoutes =
  (dependencies: UploadDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const upload = uploadCars(dependencies)
    await forms.register(app)

    app.post(
      '/api/admin/upload-cars',
      {
        config,
        schema: {
          consumes: ['multipart/form-data'],
          querystring: uploadQuery,
          response: { 200: uploadReplySchema, ...errorResponses },
        },
      },
      async (request) => {
        const { file } = await forms.read(request)
        if (!file) throw badField('file', 'is required')
        const { weekendId, preview } = request.query
        return upload(callerOf(request), { file, weekendId, preview: preview === 'true' })
      },
    )

    app.get(
      '/api/admin/upload-cars/template',
      { config, schema: { response: { 200: fileResponse(XLSX), ...errorResponses } } },
      async (_, reply) =>
        reply
          .type(XLSX)
          .headers(fileNamed('purple-sector-cars.xlsx'))
          .send(await uploadTemplate()),
    )

    app.post(
      '/api/admin/upload-cars/errors',
      { config, schema: { body: uploadErrorsBody, response: { 200: fileResponse(XLSX), ...errorResponses } } },
      async ({ body }, reply) =>
        reply
          .type(XLSX)
          .headers(fileNamed('purple-sector-errors.xlsx'))
          .send(await errorsWorkbook(body)),
    )
  }
