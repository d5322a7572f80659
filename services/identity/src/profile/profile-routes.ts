import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { changeAvatar, chooseTheme, editProfile } from './edit-profile.ts'

/** Registers the routes that change the caller’s profile, avatar and theme. */
export const profileRoutes = (identity: IdentityDependencies) => async (app: App) => {
  const edit = editProfile(identity)
  const setAvatar = changeAvatar(identity)
  const setTheme = chooseTheme(identity)

  registerRoute(app, identityRoutes.editProfile, (request) => edit(callerOf(request), request.body))
  registerRoute(app, identityRoutes.changeAvatar, (request) => setAvatar(callerOf(request), request.body.avatarConfig))
  registerRoute(app, identityRoutes.chooseTheme, (request) => setTheme(callerOf(request), request.body))
}
