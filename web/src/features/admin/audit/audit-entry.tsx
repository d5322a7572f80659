import { Flex } from '@mantine/core'
import type { AuditEntry } from '@purple-sector/contracts/admin/http'
import { formatDay, formatTimeWithSeconds, plural, type TimeZoneOption } from '../../../ui/time/format.ts'
import classes from './audit.module.css'
import type { AuditFilters } from './audit-filters.ts'
import { actionLabel, type ChangedField, changedFields, subjectLabel } from './audit-labels.ts'

/** Number of changed fields that are visible before the entry is expanded. */
const VISIBLE_FIELDS = 4

const Fields = ({ fields }: { fields: readonly ChangedField[] }) => (
  <dl className={classes.fields}>
    {fields.map(({ field, before, after }) => (
      <div key={field}>
        <dt>{field}</dt>
        <dd className="ps-wrap">
          {before !== null && (
            <>
              <s className="ps-faint">
                <span className="ps-hidden">before: </span>
                {before}
              </s>{' '}
            </>
          )}
          {after !== null && (
            <>
              {before !== null && <span className="ps-hidden">now: </span>}
              {after}
            </>
          )}
        </dd>
      </div>
    ))}
  </dl>
)

/** One entry of the audit log: action, subject, actor and changed fields. Actor and subject are filter links. */
export const AuditLine = ({
  entry: { at, actor, action, subject, before, after },
  subjectName,
  zone,
  onChoose,
}: {
  entry: AuditEntry
  /** Display name of the subject, where known. */
  subjectName: string | undefined
  zone: TimeZoneOption
  onChoose(choice: Partial<AuditFilters>): void
}) => {
  const fields = changedFields(before, after, zone)
  const more = fields.slice(VISIBLE_FIELDS)
  const person = actor.username ?? 'Administrator'
  const about = subjectName === undefined ? subjectLabel(subject) : `${subjectName} (${subjectLabel(subject)})`
  return (
    <Flex
      component="li"
      gap={{ base: 4, sm: 16 }}
      direction={{ base: 'column-reverse', sm: 'row' }}
      px={16}
      pt={11}
      pb={12}
    >
      <div className={classes.when}>
        <time dateTime={at}>
          {formatDay(at, zone)}, {formatTimeWithSeconds(at, zone)}
        </time>
        <button
          type="button"
          className={classes.filter}
          aria-label={`Only by ${person}`}
          onClick={() => onChoose({ person: actor.id })}
        >
          {person}
        </button>
      </div>
      <div className="ps-fill">
        <p className={classes.what}>
          <b>{actionLabel(action)}</b>
          <button
            type="button"
            className={classes.filter}
            aria-label={`Only ${about}`}
            onClick={() => onChoose({ subject: subject.type, subjectId: subject.id })}
          >
            {about}
          </button>
        </p>
        {fields.length > 0 && <Fields fields={fields.slice(0, VISIBLE_FIELDS)} />}
        {more.length > 0 && (
          <details className={classes.more}>
            <summary>{plural(more.length, 'more field')}</summary>
            <Fields fields={more} />
          </details>
        )}
      </div>
    </Flex>
  )
}
