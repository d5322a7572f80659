/** Documented replies that no call in these tests provokes, each with its reason. */
export const UNTESTED_REPLIES: Record<string, string> = {
  'GET /api/auth/oidc/callback 303': 'needs an OpenID Connect provider',
  'GET /api/login 303': 'redirects to the OpenID Connect provider, if one is configured',
  'POST /api/admin/webhooks 409': 'needs 21 webhooks',
  'POST /api/groups 409': 'needs 51 groups',
  'PUT /api/live-timing/races/{raceId}/source/session 200': 'needs a source that names its sessions',
}
