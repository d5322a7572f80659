import type { Race } from '@purple-sector/contracts/weekends/http'
import { CATEGORY, classificationOf, type Scene } from '../scene.ts'

/** Calls live timing of a session with a snapshot, one without, and one that is over. */
const timingCalls = async ({ admin, ann, finishedRace, race, pastWeekend }: Scene): Promise<void> => {
  const ofRaceWithoutTiming = { params: { raceId: race.id }, status: 404 }
  const entries = [1, 2, 3].map((carNumber) => ({ carNumber, position: carNumber, laps: 4, status: 'running' }))
  const body = { sequence: 1, capturedAt: new Date().toISOString(), flag: 'green', lap: 4, entries }
  await ann.call('GET /api/live-timing/races/{raceId}', ofRaceWithoutTiming)
  await ann.call('GET /api/live-timing/races/{raceId}/history', ofRaceWithoutTiming)
  await admin('GET /api/admin/races/{id}/results/timing', { params: { id: race.id }, status: 404 })
  await admin('POST /api/live-timing/races/{raceId}/snapshots', {
    params: { raceId: finishedRace.id },
    body,
    status: 409,
  })
  const raceInput = { weekendId: pastWeekend.id, name: 'Race 6', category: CATEGORY, sessionType: 'race6' }
  const { id } = await admin<{ id: number }>('POST /api/admin/races', { body: raceInput })
  const ofRace = { params: { raceId: id } }
  await admin('POST /api/live-timing/races/{raceId}/snapshots', {
    params: { raceId: 2_147_483_000 },
    body,
    status: 404,
  })
  await admin('POST /api/live-timing/races/{raceId}/snapshots', { ...ofRace, body })
  await ann.call('GET /api/live-timing/races/{raceId}', ofRace)
  await ann.call('GET /api/live-timing/races/{raceId}/history', ofRace)
  await admin('GET /api/admin/races/{id}/results/timing', { params: { id } })
  await sourceCalls({ admin, pastWeekend }, id)
}

/** Calls the timing source of the other weekend's session, which a snapshot was pushed to. */
const sourceCalls = async (
  { admin, pastWeekend }: Pick<Scene, 'admin' | 'pastWeekend'>,
  raceId: number,
): Promise<void> => {
  const ofRace = { params: { raceId } }
  const ofUnknownRace = { params: { raceId: 2_147_483_000 }, status: 404 }
  const source = { kind: 'natsoft', url: 'tcp://timing.invalid:50001', startAutomatically: true }
  await admin('GET /api/live-timing/sources', { query: { weekendId: pastWeekend.id } })
  await admin('GET /api/live-timing/races/{raceId}/feed', ofRace)
  await admin('GET /api/live-timing/races/{raceId}/feed', ofUnknownRace)
  await admin('PUT /api/live-timing/races/{raceId}/source', { ...ofRace, body: source })
  await admin('PUT /api/live-timing/races/{raceId}/source', { ...ofRace, body: { kind: 'ndjson' }, status: 400 })
  await admin('PUT /api/live-timing/races/{raceId}/source', { ...ofUnknownRace, body: { kind: 'push' } })
  await admin('GET /api/live-timing/races/{raceId}/source', ofRace)
  await admin('PUT /api/live-timing/races/{raceId}/source/session', { ...ofRace, body: { code: 'R1' }, status: 400 })
  await admin('PUT /api/live-timing/races/{raceId}/source/session', { ...ofUnknownRace, body: { code: 'R1' } })
  await admin('PUT /api/live-timing/races/{raceId}/cars', { ...ofRace, body: { matches: [] } })
  await admin('PUT /api/live-timing/races/{raceId}/cars', { ...ofUnknownRace, body: { matches: [] } })
  await admin('DELETE /api/live-timing/races/{raceId}/source', ofRace)
  await admin('DELETE /api/live-timing/races/{raceId}/source', { ...ofRace, status: 404 })
  await admin('GET /api/live-timing/races/{raceId}/source', { ...ofRace, status: 404 })
}

/** Sets the lock of the session that is over to its own deadline. */
const lockCalls = async ({ admin, ann, finishedRace, weekend }: Scene): Promise<void> => {
  const races = await ann.call<Race[]>('GET /api/weekends/{id}/races', { params: { id: weekend.id } })
  const body = { at: races.find(({ id }) => id === finishedRace.id)?.deadline }
  const ofRace = { params: { id: finishedRace.id } }
  await admin('POST /api/admin/races/{id}/lock-at', { ...ofRace, body })
  await admin('POST /api/admin/races/{id}/lock-at', { ...ofRace, body: { at: '2100-01-01T00:00:00Z' }, status: 400 })
  await admin('POST /api/admin/races/{id}/lock-at', { params: { id: 2_147_483_000 }, body, status: 404 })
}

/** Calls results, live timing and the audit log. */
export const raceControlCalls = async (scene: Scene): Promise<void> => {
  const { admin, ann, finishedRace, race, cars } = scene
  const ofRace = { params: { id: finishedRace.id } }
  const classification = classificationOf(cars.toReversed())
  const body = { status: 'provisional', classification }
  await ann.call('GET /api/races/{id}/results', ofRace)
  await ann.call('GET /api/races/{id}/results', { params: { id: race.id }, status: 404 })
  await admin('POST /api/admin/races/{id}/results', { ...ofRace, query: { preview: true }, body })
  await admin('PUT /api/admin/races/{id}/results', { ...ofRace, body: { ...body, baseRevision: 7 }, status: 409 })
  await admin('PUT /api/admin/races/{id}/results', { ...ofRace, body: { ...body, reason: 'Time penalty' } })
  await admin('PUT /api/admin/races/{id}/results', {
    ...ofRace,
    body: { ...body, classification: [...classification, ...classification] },
    status: 400,
  })
  await lockCalls(scene)
  await timingCalls(scene)
  await ann.call('GET /api/live-timing/status')
  await admin('POST /api/live-timing/pause')
  await admin('POST /api/live-timing/resume')
  await admin('GET /api/admin/races/{id}/results/revisions', ofRace)
  await admin('GET /api/admin/audit')
  await admin('GET /api/admin/audit.csv')
}
