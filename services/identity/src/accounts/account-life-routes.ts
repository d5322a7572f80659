import { errorResponses, noContent } from '@purple-sector/contracts/common'
import { accountExportSchema, deleteAccountBody } from '@purple-sector/contracts/identity/http'
import { callerOf, type ServiceCalls } from '@purple-sector/service-kit'
import { addressOf } from '@purple-sector/service-kit/http/client-address'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'

/** Returns the file name of an export; usernames contain only characters that are safe in it. */
const fileNameOf = (username: string | null): string => `purple-sector-${username ?? 'account'}.json`

/** Routes of the data export and of deleting the account. */
export const accountLifeRoutes =
  (identity: IdentityDependencies, calls: ServiceCalls): FastifyPluginAsyncZod =>
  async (app) => {
    const exportData = exportAccount({ ...identity, calls })
    const deleteOwnAccount = deleteAccount(identity)

    app.get(
      '/api/profile/export',
      { schema: { response: { 200: accountExportSchema, ...errorResponses } }, exposeHeadRoute: false },
      async (request, reply) => {
        const accountExport = await exportData(callerOf(request))
        const name = fileNameOf(accountExport.user.username)
        return reply.header('content-disposition', `attachment; filename="${name}"`).send(accountExport)
      },
    )

    app.delete(
      '/api/profile',
      { schema: { body: deleteAccountBody, response: { 204: noContent, ...errorResponses } } },
      async (request, reply) => {
        await deleteOwnAccount(callerOf(request), { address: addressOf(request), proof: request.body })
        return reply.code(204).header('set-cookie', identity.cookies.clearedSession()).send(null)
      },
    )
  }
