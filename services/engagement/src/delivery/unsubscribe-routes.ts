import { notificationTypeSchema } from '@purple-sector/contracts/engagement/http'
import { engagementRoutes } from '@purple-sector/contracts/engagement/routes'
import type { Database } from '@purple-sector/database'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { sendPage } from '@purple-sector/service-kit/http/page/render-page'
import { TYPE_LABELS } from './notification-mail.ts'
import { changeChoice } from './preference-repository.ts'
import { withoutMails } from './preferences.ts'
import { badLinkPage, unsubscribedPage, unsubscribePage } from './unsubscribe-page.ts'
import { subscriberOf } from './unsubscribe-token.ts'

/** Registers the unsubscribe routes, which work without a session: a confirmation page and its POST. */
export const unsubscribeRoutes = (dependencies: { database: Database; linkSecret: string }) => async (app: App) => {
  const { database, linkSecret } = dependencies
  // Mail programs post `List-Unsubscribe=One-Click` as either type; the body is ignored, the link has everything.
  app.addContentTypeParser(['application/x-www-form-urlencoded', 'multipart/form-data'], (_request, body, done) => {
    body.resume()
    done(null)
  })

  const findSubscription = (token: string) => {
    const subscription = subscriberOf(linkSecret, token)
    const type = notificationTypeSchema.safeParse(subscription?.type)
    return subscription && type.success ? { userId: subscription.userId, type: type.data } : undefined
  }

  registerRoute(app, engagementRoutes.readUnsubscribePage, async (request, reply) => {
    const { token } = request.params
    const subscription = findSubscription(token)
    return subscription
      ? sendPage(reply, 200, unsubscribePage({ token, mailTopic: TYPE_LABELS[subscription.type] }))
      : sendPage(reply, 404, badLinkPage())
  })

  registerRoute(app, engagementRoutes.unsubscribe, async (request, reply) => {
    const subscription = findSubscription(request.params.token)
    if (!subscription) return sendPage(reply, 404, badLinkPage())
    const { of } = request.query
    await changeChoice(database, subscription.userId, (choice) =>
      withoutMails(choice, of === 'all' ? 'all' : subscription.type),
    )
    return sendPage(reply, 200, unsubscribedPage(of === 'all' ? 'anything' : TYPE_LABELS[subscription.type]))
  })
}
