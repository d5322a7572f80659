import { createMailSender, createMailTransport } from '@purple-sector/mail'
import {
  assembleService,
  createApp,
  type Platform,
  type Service,
  startIdempotencySweep,
} from '@purple-sector/service-kit'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { createCommit } from './commit.ts'
import type { Config } from './config.ts'
import type { GroupsDependencies } from './dependencies.ts'
import { exportRoutes } from './export/export-routes.ts'
import { groupRoutes } from './groups/group-routes.ts'
import { previewRoutes } from './groups/preview-routes.ts'
import { startWeekendRemoval } from './groups/remove-weekend.ts'
import { internalRoutes } from './internal-routes.ts'
import { findPendingInvitation } from './invitations/close-invitation.ts'
import { invitationRoutes } from './invitations/invitation-routes.ts'
import { renderInvitationMail } from './invitations/render-invitation-mail.ts'
import { memberRoutes } from './members/member-routes.ts'
import { pendingMembershipEnds, startMembershipEndSweep } from './pending-membership-ends.ts'
import { republishers } from './republishers.ts'
import { startFollowingWeekends } from './season-groups/follow-weekends.ts'
import { startSeasonRemoval } from './season-groups/remove-season.ts'
import { subscriptions } from './subscriptions.ts'
import { tippingClient } from './tipping-client.ts'

const DAY_MS = 86_400_000
const MAX_MAILS_PER_DAY = 10
/** Created, changed and deleted groups of one user. */
const MAX_CHANGES_PER_MINUTE = 120

/** Builds groups: groups, their members and invitations. */
export const buildGroups = async (platform: Platform, { mail, publicUrl, maxPreviews }: Config): Promise<Service> => {
  const { database, cache, calls, log } = platform
  const app = createApp({ service: 'groups', ...platform, isReady: () => service.acceptsCalls() })
  const tipping = tippingClient(calls, log)
  const membershipEnds = pendingMembershipEnds(database, tipping)
  const mailSender = createMailSender({
    database,
    transport: createMailTransport(mail),
    write: renderInvitationMail({ database, publicUrl }),
    log,
  })
  const dependencies: GroupsDependencies = {
    database,
    commit: createCommit({ database, tipping, membershipEnds }),
    tipping,
    findInvitation: findPendingInvitation,
    changes: rateLimit(cache, {
      name: 'group-changes',
      limit: MAX_CHANGES_PER_MINUTE,
      refusal: 'You’re changing groups too often. Please wait a moment.',
    }),
    mailsToAddress: rateLimit(cache, { name: 'invitation-mails', limit: MAX_MAILS_PER_DAY, windowMs: DAY_MS }),
  }

  app.register(groupRoutes(dependencies))
  app.register(memberRoutes(dependencies))
  app.register(previewRoutes({ database, previews: rateLimit(cache, { name: 'group-previews', limit: maxPreviews }) }))
  app.register(invitationRoutes(dependencies))
  app.register(internalRoutes({ database }))
  app.register(exportRoutes({ database }))

  const service = assembleService({
    name: 'groups',
    platform,
    app,
    handlers: subscriptions,
    republishers,
    tasks: [
      () => startIdempotencySweep(platform),
      () => startWeekendRemoval(platform),
      () => startSeasonRemoval(platform),
      () => startFollowingWeekends(platform),
      () => startMembershipEndSweep(platform, membershipEnds),
      () => mailSender.start(),
    ],
  })
  return service
}
