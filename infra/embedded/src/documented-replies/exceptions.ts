/** Documented replies that no call in these tests provokes, each with its reason. */
export const UNSEEN: Record<string, string> = {
  'GET /api/login 303': 'leads to the OpenID Connect provider, where one is configured',
  'POST /api/admin/webhooks 409': 'is for a twenty-first webhook',
  'POST /api/groups 409': 'is for a fifty-first group',
  'PUT /api/live-timing/races/{raceId}/source/session 200': 'needs a source that names its sessions',
}
