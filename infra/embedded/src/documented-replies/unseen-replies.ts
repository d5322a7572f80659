/** Documented replies that no test sees, each with its reason: `'GET /api/laps/{id} 404': 'needs …'`. */
export const UNSEEN_REPLIES: Record<string, string> = {
  'PATCH /api/tips/{id} 403': 'needs a membership that ends between the two statements of the call',
}
