import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import type { IdentityDependencies } from '../dependencies.ts'
import { changeAvatar, chooseTheme, editProfile } from './edit-profile.ts'

/** Registers the routes that change the caller’s profile, avatar and theme. */
export const profileRoutes = (dependencies: IdentityDependencies) => async (app: App) => {
  const edit = editProfile(dependencies)
  const setAvatar = changeAvatar(dependencies)
  const setTheme = chooseTheme(dependencies)

  registerRoute(app, identityRoutes.editProfile, (request) => edit(callerOf(request), request.body))
  registerRoute(app, identityRoutes.changeAvatar, (request) => setAvatar(callerOf(request), request.body.avatarConfig))
  registerRoute(app, identityRoutes.chooseTheme, (request) => setTheme(callerOf(request), request.body))
}
