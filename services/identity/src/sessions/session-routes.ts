import { safeReturnTo } from '@purple-sector/contracts/identity/http'
import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { addressKey, addressOf } from '@purple-sector/service-kit/http/client-address'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { registerAccount } from '../accounts/register-account.ts'
import type { IdentityDependencies } from '../dependencies.ts'
import { acceptForms, fieldsOf, formErrors, isForm } from '../sign-in-page/form-posts.ts'
import { type SignInForm, signInPage } from '../sign-in-page/sign-in-page.ts'
import { type SignedIn, signIn } from './sign-in.ts'

const renderFormWithError = (form: SignInForm) =>
  formErrors((request, message) => {
    const { email = '', username = '', returnTo } = fieldsOf(request)
    return signInPage({ returnTo: safeReturnTo(returnTo), rejected: { form, message, fields: { email, username } } })
  })

/** Routes of registration and sign-in. */
export const sessionRoutes = (dependencies: IdentityDependencies) => async (app: App) => {
  const { cookies, registrations } = dependencies
  const register = registerAccount(dependencies)
  const authenticate = signIn(dependencies)

  const sendSignedIn = (request: FastifyRequest, reply: FastifyReply, status: number, { user, secrets }: SignedIn) => {
    reply.header('set-cookie', cookies.signedIn(secrets)).header('cache-control', 'no-store')
    if (isForm(request)) return reply.redirect(safeReturnTo(fieldsOf(request).returnTo), 303)
    return reply.code(status).send(user)
  }

  app.register(async (forms: App) => {
    acceptForms(forms)
    registerRoute(
      forms,
      identityRoutes.register,
      async (request, reply) => {
        const origin = { address: addressOf(request), browser: cookies.browserOf(request) }
        const signedIn = await register(request.body, origin)
        return sendSignedIn(request, reply as FastifyReply, 201, signedIn)
      },
      {
        // After parsing, so that the reply can render the form with the entered fields.
        preValidation: (request) => registrations.count(addressKey(addressOf(request))),
        errorHandler: renderFormWithError('register'),
      },
    )
    registerRoute(
      forms,
      identityRoutes.signIn,
      async (request, reply) => {
        const { email, password } = request.body
        const origin = { address: addressOf(request), browser: cookies.browserOf(request) }
        const signedIn = await authenticate({ email, password, ...origin })
        return sendSignedIn(request, reply as FastifyReply, 200, signedIn)
      },
      { errorHandler: renderFormWithError('sign-in') },
    )
  })
}
