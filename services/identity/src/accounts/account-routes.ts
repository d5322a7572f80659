import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { unauthorized } from '@purple-sector/service-kit/errors'
import { addressOf } from '@purple-sector/service-kit/http/client-address'
import { sendPage } from '@purple-sector/service-kit/http/page/render-page'
import type { FastifyReply } from 'fastify'
import type { IdentityDependencies } from '../dependencies.ts'
import { acceptForms, fieldsOf, formErrors, isForm } from '../sign-in-page/form-posts.ts'
import { forgotPage, notePage, resetPage, verifyElsewherePage } from '../sign-in-page/password-pages.ts'
import { userOf } from './account.ts'
import { accountRepository } from './account-repository.ts'
import { changePassword } from './change-password.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'
import { sendVerification, verifyEmail } from './verify-email.ts'

const signInLink = { href: '/api/login', label: 'Sign in' }
const linkSentPage = notePage({
  title: 'Check your email',
  text: 'If there’s an account with this email, we’ve sent it a link to set a new password.',
  link: signInLink,
})
const passwordSetPage = notePage({
  title: 'Your new password is set',
  text: 'You’ve been signed out everywhere. Sign in with your new password.',
  link: signInLink,
})

/** Routes of the caller's account, its address and its password. */
export const accountRoutes = (dependencies: IdentityDependencies) => async (app: App) => {
  const { database, administrators, cookies } = dependencies
  const mailVerificationLink = sendVerification(dependencies)
  const verify = verifyEmail(dependencies)
  const changeOwnPassword = changePassword(dependencies)
  const mailResetLink = forgotPassword(dependencies)
  const setNewPassword = resetPassword(dependencies)

  registerRoute(app, identityRoutes.readOwnUser, async (request) => {
    const account = await accountRepository(database).find(callerOf(request).userId)
    if (!account) throw unauthorized()
    return userOf(account, administrators)
  })

  registerRoute(app, identityRoutes.sendVerification, async (request, reply) => {
    await mailVerificationLink(callerOf(request))
    return reply.code(204).send(null)
  })

  registerRoute(
    app,
    identityRoutes.verifyEmail,
    async (request, reply) => {
      const { token } = request.query
      const verification = await verify(request.identity, token)
      if (verification === 'verified') return reply.redirect('/', 303)
      return sendPage(reply as FastifyReply, 200, verifyElsewherePage({ token, isSignedIn: request.identity !== null }))
    },
    {
      errorHandler: formErrors((_request, text) =>
        notePage({ title: 'This link doesn’t work', text, link: { href: '/', label: 'Go to Purple Sector' } }),
      ),
    },
  )

  registerRoute(app, identityRoutes.changePassword, async (request, reply) => {
    const { device } = cookies.browserOf(request)
    const deviceSecret = await changeOwnPassword(callerOf(request), {
      address: addressOf(request),
      device,
      ...request.body,
    })
    return reply.code(204).header('set-cookie', cookies.device(deviceSecret)).send(null)
  })

  app.register(async (forms: App) => {
    acceptForms(forms)
    registerRoute(forms, identityRoutes.openForgotPasswordPage, async (_request, reply) =>
      sendPage(reply, 200, forgotPage({})),
    )
    registerRoute(
      forms,
      identityRoutes.forgotPassword,
      async (request, reply) => {
        await mailResetLink({ email: request.body.email, address: addressOf(request) })
        if (isForm(request)) return sendPage(reply as FastifyReply, 200, linkSentPage)
        return reply.code(204).send(null)
      },
      { errorHandler: formErrors((request, error) => forgotPage({ email: fieldsOf(request).email ?? '', error })) },
    )
    registerRoute(forms, identityRoutes.openResetPasswordPage, async (request, reply) =>
      sendPage(reply, 200, resetPage({ token: request.query.token })),
    )
    registerRoute(
      forms,
      identityRoutes.resetPassword,
      async (request, reply) => {
        const { device } = cookies.browserOf(request)
        const deviceSecret = await setNewPassword({ ...request.body, address: addressOf(request), device })
        reply.header('set-cookie', cookies.device(deviceSecret))
        if (isForm(request)) return sendPage(reply as FastifyReply, 200, passwordSetPage)
        return reply.code(204).send(null)
      },
      { errorHandler: formErrors((request, error) => resetPage({ token: fieldsOf(request).token ?? '', error })) },
    )
  })
}
