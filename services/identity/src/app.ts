import { createMailSender, createMailTransport } from '@purple-sector/mail'
import {
  assembleService,
  type BackgroundTask,
  createApp,
  type Platform,
  type Service,
} from '@purple-sector/service-kit'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { accountLifeRoutes } from './accounts/account-life-routes.ts'
import { accountRoutes } from './accounts/account-routes.ts'
import { createPasswords } from './accounts/passwords.ts'
import { weaknessOf } from './accounts/weak-password.ts'
import { announceAdministrators } from './administrators/announce-administrators.ts'
import { bootstrapAdministrator } from './administrators/bootstrap-administrator.ts'
import { communityRoutes } from './community/community-routes.ts'
import type { Config } from './config.ts'
import type { IdentityDependencies } from './dependencies.ts'
import { internalRoutes } from './internal-routes.ts'
import { writeMail } from './mail/write-mail.ts'
import { oidcRoutes } from './oidc/oidc-routes.ts'
import { createProvider } from './oidc/provider.ts'
import { profileRoutes } from './profile/profile-routes.ts'
import { republishers } from './republishers.ts'
import { searchRoutes } from './search/search-routes.ts'
import { ownSessionRoutes } from './sessions/own-session-routes.ts'
import { cookiesFor } from './sessions/session-cookie.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { signInLimits } from './sessions/sign-in-limits.ts'
import { signOutRoutes } from './sessions/sign-out-routes.ts'
import { startExpirySweep } from './sessions/sweep-expired.ts'
import { signInPageRoutes } from './sign-in-page/sign-in-page-routes.ts'
import { subscriptions } from './subscriptions.ts'
import { tippingClient } from './tipping-client.ts'

/** Builds the service: accounts, sessions and profiles. */
export const buildIdentity = async (platform: Platform, config: Config): Promise<Service> => {
  const { database, cache, calls, log } = platform
  const { publicUrl } = config
  const transport = createMailTransport(config.mail)
  const dependencies: IdentityDependencies = {
    database,
    cache,
    passwords: createPasswords(config.hashing),
    administrators: new Set(config.adminEmails),
    limits: signInLimits(cache, config.limits),
    registrations: rateLimit(cache, {
      name: 'registrations',
      limit: config.limits.registrations,
      refusal: 'Too many accounts have been created from here. Please wait a moment.',
    }),
    tipping: tippingClient(calls, log),
    cookies: cookiesFor(publicUrl),
    publicUrl,
    log,
  }
  const mailSender = createMailSender({ database, transport, write: writeMail({ database, publicUrl }), log })
  const provider = config.oidc && createProvider(config.oidc, `${publicUrl}/api/auth/oidc/callback`, log)

  const app = createApp({ service: 'identity', ...platform, isReady: () => service.acceptsCalls() })
  app.register(sessionRoutes(dependencies))
  app.register(internalRoutes(dependencies))
  app.register(signOutRoutes(dependencies))
  app.register(ownSessionRoutes(dependencies))
  app.register(accountRoutes(dependencies))
  app.register(accountLifeRoutes({ ...dependencies, calls }))
  app.register(profileRoutes(dependencies))
  app.register(searchRoutes(dependencies))
  app.register(communityRoutes(dependencies))
  app.register(signInPageRoutes({ ...dependencies, provider }))
  app.register(oidcRoutes({ ...dependencies, provider }))

  const prepareAdministrators = async (): Promise<BackgroundTask> => {
    const [first] = config.adminEmails
    if (first !== undefined && config.adminPassword !== undefined) {
      const outcome = await bootstrapAdministrator(dependencies)(first, config.adminPassword)
      if (outcome !== 'unchanged')
        log.info({ event: 'administrator.bootstrapped', outcome }, 'First administrator created or taken over')
      // Not an error: otherwise an upgrade could lock out an installation with such a password.
      if (weaknessOf(config.adminPassword, { email: first }) !== undefined)
        log.warn(
          { event: 'administrator.weak_password' },
          'ADMIN_PASSWORD is among the first passwords that an attacker tries: choose another one',
        )
    }
    await announceAdministrators(dependencies)
    return { stop: async () => {} }
  }

  const service = assembleService({
    name: 'identity',
    platform,
    app,
    handlers: subscriptions,
    republishers: republishers(dependencies.administrators),
    tasks: [prepareAdministrators, () => mailSender.start(), () => startExpirySweep(database, log)],
  })
  return service
}
