/** Documented replies that no test sees, each with its reason. */
export const UNSEEN_REPLIES: Record<string, string> = {
  'GET /api/auth/oidc/callback 303': 'needs an OpenID Connect provider',
  'GET /api/login 303': 'redirects to the OpenID Connect provider, if one is configured',
  'POST /api/admin/webhooks 409': 'needs 21 webhooks',
  'POST /api/groups 409': 'needs 51 groups',
}
