import type { Preview, ResultBody } from '@purple-sector/contracts/admin/http'
import { type Database, databaseTime } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { auditLog } from '../audit/audit-log-repository.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { isSame, type Revision, type ValidationResult } from './result.ts'
import { resultRepository } from './result-repository.ts'
import { validateResult } from './validate-result.ts'

type Dependencies = Pick<AdminDependencies, 'database' | 'weekends' | 'tipping'>
type AuditedPreview = { current: Revision | undefined; validation: ValidationResult; preview: Preview }

/** Returns the cars that would earn points, best first: what the audit log keeps of a previewed result. */
const podiumOf = ({ classification }: ValidationResult): number[] =>
  classification
    .flatMap(({ carId, place }) => (place !== null && place <= 3 ? [{ carId, place }] : []))
    .toSorted((a, b) => a.place - b.place)
    .map(({ carId }) => carId)

const auditPreview = (
  database: Database,
  caller: Caller,
  { current, validation, preview }: AuditedPreview,
): Promise<void> =>
  database.transaction(async (sql) => {
    const at = await databaseTime(sql)
    await auditLog(sql).add(
      auditAction(caller, {
        at,
        action: 'result.previewed',
        subject: { type: 'race', id: preview.raceId },
        before: current ? { revision: current.revision, status: current.status } : null,
        after: {
          revision: preview.revision,
          status: validation.status,
          podium: podiumOf(validation),
          open: preview.open,
        },
      }),
    )
  })

/**
 * Previews what publishing a result would change; closes no race and changes nothing.
 * The audit log records the administrator before the reply, because previews of invented results reveal tips.
 */
export const previewResult = ({ database, weekends, tipping }: Dependencies) => {
  const validate = validateResult({ database, weekends })
  return async (caller: Caller, raceId: number, body: ResultBody): Promise<Preview> => {
    const { race, validation } = await validate(raceId, body)
    const current = await resultRepository(database).current(raceId)
    const isNew = !current || !isSame(current, validation)
    const preview = await tipping.preview({
      raceId,
      weekendId: race.weekendId,
      revision: (current?.revision ?? 0) + (isNew ? 1 : 0),
      status: validation.status,
      places: validation.classification.flatMap(({ carId, place }) => (place === null ? [] : [{ carId, place }])),
    })
    await auditPreview(database, caller, { current, validation, preview })
    return preview
  }
}
