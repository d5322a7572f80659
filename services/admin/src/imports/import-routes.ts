import { parsedImportSchema, readBody } from '@purple-sector/contracts/admin/imports'
import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { MAX_FILE_BYTES } from '@purple-sector/service-kit/data/parsing-limits'
import { badField } from '@purple-sector/service-kit/errors'
import { uploadForms } from '@purple-sector/service-kit/input/upload-form'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { importResult, type ResultImport } from './import-result.ts'
import type { Source } from './read-page.ts'

const forms = uploadForms({ fileBytes: MAX_FILE_BYTES })
/** The longest text with every character escaped. */
const MAX_JSON = 3 * 1024 * 1024 + 1_024

const fileOf = async (request: FastifyRequest): Promise<Source> => {
  const { file } = await forms.read(request)
  if (!file || file.length === 0) throw badField('file', 'is needed, and may not be empty')
  return { file }
}

/** Route that turns what a series publishes into rows for race control to check and publish. */
export const importRoutes =
  (dependencies: ResultImport): FastifyPluginAsyncZod =>
  async (app) => {
    const read = importResult(dependencies)
    await forms.register(app)

    app.post(
      '/api/admin/races/:id/results/read',
      {
        config: { access: 'admin' },
        bodyLimit: MAX_JSON,
        schema: {
          consumes: ['multipart/form-data', 'application/json'],
          params: idParams,
          // A multipart request has no body here: it is read part by part.
          body: readBody.nullable(),
          response: { 200: parsedImportSchema, ...errorResponses },
        },
      },
      async (request) => read(request.params.id, request.body ?? (await fileOf(request))),
    )
  }
