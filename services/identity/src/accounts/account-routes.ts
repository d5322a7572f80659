import { errorPageResponses, errorResponses, noContent, pageResponse } from '@purple-sector/contracts/common'
import {
  changePasswordBody,
  forgotPasswordBody,
  resetPasswordBody,
  userSchema,
  verifyQuery,
} from '@purple-sector/contracts/identity/http'
import { callerOf } from '@purple-sector/service-kit'
import { unauthorized } from '@purple-sector/service-kit/errors'
import { addressOf } from '@purple-sector/service-kit/http/client-address'
import { sendPage } from '@purple-sector/service-kit/http/page/render-page'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { acceptForms, CONSUMES, fieldsOf, formErrors, isForm } from '../sign-in-page/form-posts.ts'
import { forgotPage, notePage, resetPage, verifyElsewherePage } from '../sign-in-page/password-pages.ts'
import { userOf } from './account.ts'
import { accountRepository } from './account-repository.ts'
import { changePassword } from './change-password.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'
import { sendVerification, verifyEmail } from './verify-email.ts'

const access = { access: 'public' } as const
const noContentResponse = { response: { 204: noContent, ...errorResponses } }
/** A posted form gets a page as reply. */
const formResponse = { response: { 200: pageResponse, 204: noContent, ...errorPageResponses } }
const pageSchema = { response: { 200: pageResponse, ...errorPageResponses } }
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
export const accountRoutes =
  (identity: IdentityDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, administrators, cookies } = identity
    const mailVerificationLink = sendVerification(identity)
    const verify = verifyEmail(identity)
    const changeOwnPassword = changePassword(identity)
    const mailResetLink = forgotPassword(identity)
    const setNewPassword = resetPassword(identity)

    app.get('/api/auth/user', { schema: { response: { 200: userSchema, ...errorResponses } } }, async (request) => {
      const account = await accountRepository(database).find(callerOf(request).userId)
      if (!account) throw unauthorized()
      return userOf(account, administrators)
    })

    app.post('/api/auth/verify/send', { schema: noContentResponse }, async (request, reply) => {
      await mailVerificationLink(callerOf(request))
      return reply.code(204).send(null)
    })

    app.get(
      '/api/auth/verify',
      {
        schema: { querystring: verifyQuery, response: { 200: pageResponse, 303: noContent, ...errorPageResponses } },
        config: access,
        // Mail scanners may send HEAD before the user opens the link, in the user's own browser too.
        exposeHeadRoute: false,
        errorHandler: formErrors((_request, text) =>
          notePage({ title: 'This link doesn’t work', text, link: { href: '/', label: 'Go to Purple Sector' } }),
        ),
      },
      async (request, reply) => {
        const { token } = request.query
        const verification = await verify(request.identity, token)
        if (verification === 'verified') return reply.redirect('/', 303)
        return sendPage(
          reply as FastifyReply,
          200,
          verifyElsewherePage({ token, isSignedIn: request.identity !== null }),
        )
      },
    )

    app.post(
      '/api/auth/password',
      { schema: { body: changePasswordBody, ...noContentResponse } },
      async (request, reply) => {
        const { device } = cookies.browserOf(request)
        const deviceSecret = await changeOwnPassword(callerOf(request), {
          address: addressOf(request),
          device,
          ...request.body,
        })
        return reply.code(204).header('set-cookie', cookies.device(deviceSecret)).send(null)
      },
    )

    app.register(async (forms: Parameters<FastifyPluginAsyncZod>[0]) => {
      acceptForms(forms)
      forms.get('/api/auth/password/forgot', { schema: pageSchema, config: access }, async (_request, reply) =>
        sendPage(reply, 200, forgotPage({})),
      )
      forms.post(
        '/api/auth/password/forgot',
        {
          schema: { body: forgotPasswordBody, consumes: CONSUMES, ...formResponse },
          config: access,
          errorHandler: formErrors((request, error) => forgotPage({ email: fieldsOf(request).email ?? '', error })),
        },
        async (request, reply) => {
          await mailResetLink({ email: request.body.email, address: addressOf(request) })
          if (isForm(request)) return sendPage(reply as FastifyReply, 200, linkSentPage)
          return reply.code(204).send(null)
        },
      )
      forms.get(
        '/api/auth/password/reset',
        { schema: { querystring: z.object({ token: z.string().max(200).catch('') }), ...pageSchema }, config: access },
        async (request, reply) => sendPage(reply, 200, resetPage({ token: request.query.token })),
      )
      forms.post(
        '/api/auth/password/reset',
        {
          schema: { body: resetPasswordBody, consumes: CONSUMES, ...formResponse },
          config: access,
          errorHandler: formErrors((request, error) => resetPage({ token: fieldsOf(request).token ?? '', error })),
        },
        async (request, reply) => {
          const { device } = cookies.browserOf(request)
          const deviceSecret = await setNewPassword({ ...request.body, address: addressOf(request), device })
          reply.header('set-cookie', cookies.device(deviceSecret))
          if (isForm(request)) return sendPage(reply as FastifyReply, 200, passwordSetPage)
          return reply.code(204).send(null)
        },
      )
    })
  }
