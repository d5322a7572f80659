import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, callerOf, registerRoute, type ServiceCalls } from '@purple-sector/service-kit'
import { addressOf } from '@purple-sector/service-kit/http/client-address'
import type { IdentityDependencies } from '../dependencies.ts'
import { exportAccount } from '../export/export-account.ts'
import { deleteAccount } from './delete-account.ts'

/** Returns the file name of an export; usernames contain only characters that are safe in it. */
const fileNameOf = (username: string | null): string => `purple-sector-${username ?? 'account'}.json`

/** Routes of the data export and of deleting the account. */
export const accountLifeRoutes = (dependencies: IdentityDependencies & { calls: ServiceCalls }) => async (app: App) => {
  const exportData = exportAccount(dependencies)
  const deleteOwnAccount = deleteAccount(dependencies)

  registerRoute(app, identityRoutes.exportAccount, async (request, reply) => {
    const accountExport = await exportData(callerOf(request))
    const name = fileNameOf(accountExport.user.username)
    return reply.header('content-disposition', `attachment; filename="${name}"`).send(accountExport)
  })

  registerRoute(app, identityRoutes.deleteAccount, async (request, reply) => {
    await deleteOwnAccount(callerOf(request), { address: addressOf(request), proof: request.body })
    return reply.code(204).header('set-cookie', dependencies.cookies.clearedSession()).send(null)
  })
}
