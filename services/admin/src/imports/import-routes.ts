import { adminRoutes } from '@purple-sector/contracts/admin/routes'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { MAX_FILE_BYTES } from '@purple-sector/service-kit/data/parsing-limits'
import { badField } from '@purple-sector/service-kit/errors'
import { uploadForms } from '@purple-sector/service-kit/input/upload-form'
import type { FastifyRequest } from 'fastify'
import { importResult, type ResultImport } from './import-result.ts'
import type { Source } from './read-page.ts'

const forms = uploadForms({ fileBytes: MAX_FILE_BYTES })

const fileOf = async (request: FastifyRequest): Promise<Source> => {
  const { file } = await forms.read(request)
  if (!file || file.length === 0) throw badField('file', 'is needed, and may not be empty')
  return { file }
}

/** Route that turns what a series publishes into rows for race control to check and publish. */
export const importRoutes = (dependencies: ResultImport) => async (app: App) => {
  const read = importResult(dependencies)
  await forms.register(app)

  registerRoute(app, adminRoutes.parseResult, async (request) =>
    read(request.params.id, request.body ?? (await fileOf(request))),
  )
}
