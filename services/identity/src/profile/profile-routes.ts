import { errorResponses } from '@purple-sector/contracts/common'
import { avatarBody, profileBody, themeBody, userSchema } from '@purple-sector/contracts/identity/http'
import { callerOf } from '@purple-sector/service-kit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { changeAvatar, chooseTheme, editProfile } from './edit-profile.ts'

export const profileRoutes =
  (identity: IdentityDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const edit = editProfile(identity)
    const setAvatar = changeAvatar(identity)
    const setTheme = chooseTheme(identity)
    const response = { 200: userSchema, ...errorResponses }

    app.patch('/api/profile', { schema: { body: profileBody, response } }, (request) =>
      edit(callerOf(request), request.body),
    )
    app.put('/api/profile/avatar', { schema: { body: avatarBody, response } }, (request) =>
      setAvatar(callerOf(request), request.body.avatarConfig),
    )
    app.put('/api/profile/theme', { schema: { body: themeBody, response } }, (request) =>
      setTheme(callerOf(request), request.body),
    )
  }
