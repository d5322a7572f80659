import type { Race } from '@purple-sector/contracts/weekends/http'
import { CATEGORY, classificationOf, type Scene } from '../scene.ts'

/** Calls live timing of a session with a snapshot, one without, and one that is over. */
const timingCalls = async ({ admin, ann, raced, race, other }: Scene): Promise<void> => {
  const none = { params: { raceId: race.id }, status: 404 }
  const entries = [1, 2, 3].map((carNumber) => ({ carNumber, position: carNumber, laps: 4, status: 'running' }))
  const body = { sequence: 1, capturedAt: new Date().toISOString(), flag: 'green', lap: 4, entries }
  await ann.call('GET /api/live-timing/races/{raceId}', none)
  await ann.call('GET /api/live-timing/races/{raceId}/history', none)
  await admin('GET /api/admin/races/{id}/results/timing', { params: { id: race.id }, status: 404 })
  await admin('POST /api/live-timing/races/{raceId}/snapshots', { params: { raceId: raced.id }, body, status: 409 })
  const session = { weekendId: other.id, name: 'Race 6', category: CATEGORY, sessionType: 'race6' }
  const { id } = await admin<{ id: number }>('POST /api/admin/races', { body: session })
  const at = { params: { raceId: id } }
  await admin('POST /api/live-timing/races/{raceId}/snapshots', {
    params: { raceId: 2_147_483_000 },
    body,
    status: 404,
  })
  await admin('POST /api/live-timing/races/{raceId}/snapshots', { ...at, body })
  await ann.call('GET /api/live-timing/races/{raceId}', at)
  await ann.call('GET /api/live-timing/races/{raceId}/history', at)
  await admin('GET /api/admin/races/{id}/results/timing', { params: { id } })
  await sourceCalls({ admin, other }, id)
}

/** Calls the timing source of the other weekend's session, which a snapshot was pushed to. */
const sourceCalls = async ({ admin, other }: Pick<Scene, 'admin' | 'other'>, raceId: number): Promise<void> => {
  const at = { params: { raceId } }
  const nowhere = { params: { raceId: 2_147_483_000 }, status: 404 }
  const source = { kind: 'natsoft', url: 'tcp://timing.invalid:50001', startAutomatically: true }
  await admin('GET /api/live-timing/sources', { query: { weekendId: other.id } })
  await admin('GET /api/live-timing/races/{raceId}/feed', at)
  await admin('GET /api/live-timing/races/{raceId}/feed', nowhere)
  await admin('PUT /api/live-timing/races/{raceId}/source', { ...at, body: source })
  await admin('PUT /api/live-timing/races/{raceId}/source', { ...at, body: { kind: 'ndjson' }, status: 400 })
  await admin('PUT /api/live-timing/races/{raceId}/source', { ...nowhere, body: { kind: 'push' } })
  await admin('GET /api/live-timing/races/{raceId}/source', at)
  await admin('PUT /api/live-timing/races/{raceId}/source/session', { ...at, body: { code: 'R1' }, status: 400 })
  await admin('PUT /api/live-timing/races/{raceId}/source/session', { ...nowhere, body: { code: 'R1' } })
  await admin('PUT /api/live-timing/races/{raceId}/cars', { ...at, body: { matches: [] } })
  await admin('PUT /api/live-timing/races/{raceId}/cars', { ...nowhere, body: { matches: [] } })
  await admin('DELETE /api/live-timing/races/{raceId}/source', at)
  await admin('DELETE /api/live-timing/races/{raceId}/source', { ...at, status: 404 })
  await admin('GET /api/live-timing/races/{raceId}/source', { ...at, status: 404 })
}

/** Sets the lock of the session that is over to its own deadline. */
const lockCalls = async ({ admin, ann, raced, weekend }: Scene): Promise<void> => {
  const races = await ann.call<Race[]>('GET /api/weekends/{id}/races', { params: { id: weekend.id } })
  const body = { at: races.find(({ id }) => id === raced.id)?.deadline }
  const at = { params: { id: raced.id } }
  await admin('POST /api/admin/races/{id}/lock-at', { ...at, body })
  await admin('POST /api/admin/races/{id}/lock-at', { ...at, body: { at: '2100-01-01T00:00:00Z' }, status: 400 })
  await admin('POST /api/admin/races/{id}/lock-at', { params: { id: 2_147_483_000 }, body, status: 404 })
}

/** Calls results, live timing and the audit log. */
export const raceControlCalls = async (scene: Scene): Promise<void> => {
  const { admin, ann, raced, race, cars } = scene
  const at = { params: { id: raced.id } }
  const classification = classificationOf(cars.toReversed())
  const body = { status: 'provisional', classification }
  await ann.call('GET /api/races/{id}/results', at)
  await ann.call('GET /api/races/{id}/results', { params: { id: race.id }, status: 404 })
  await admin('POST /api/admin/races/{id}/results', { ...at, query: { preview: true }, body })
  await admin('PUT /api/admin/races/{id}/results', { ...at, body: { ...body, baseRevision: 7 }, status: 409 })
  await admin('PUT /api/admin/races/{id}/results', { ...at, body: { ...body, reason: 'Time penalty' } })
  await admin('PUT /api/admin/races/{id}/results', {
    ...at,
    body: { ...body, classification: [...classification, ...classification] },
    status: 400,
  })
  await lockCalls(scene)
  await timingCalls(scene)
  await ann.call('GET /api/live-timing/status')
  await admin('POST /api/live-timing/pause')
  await admin('POST /api/live-timing/resume')
  await admin('GET /api/admin/races/{id}/results/revisions', at)
  await admin('GET /api/admin/audit')
  await admin('GET /api/admin/audit.csv')
}
