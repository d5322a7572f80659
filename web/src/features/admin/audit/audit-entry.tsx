import { Box, Flex, Text } from '@mantine/core'
import type { AuditEntry } from '@purple-sector/contracts/admin/http'
import { join } from '../../../ui/base/join.ts'
import { formatDay, formatTimeWithSeconds, plural, type TimeZoneOption } from '../../../ui/time/format.ts'
import rows from '../base/components/rows.module.css'
import classes from './audit.module.css'
import type { AuditFilters } from './audit-filters.ts'
import { actionLabel, type ChangedField, changedFields, subjectLabel } from './audit-labels.ts'

/** Number of changed fields that are visible before the entry is expanded. */
const VISIBLE_FIELDS = 4

const Fields = ({ fields }: { fields: readonly ChangedField[] }) => (
  <dl className={join('ps-note', classes.fields)}>
    {fields.map(({ field, before, after }) => (
      <div key={field}>
        <dt className="ps-faint">{field}</dt>
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
      <Flex
        className="ps-note"
        direction={{ base: 'row', sm: 'column' }}
        align={{ base: 'baseline', sm: 'flex-start' }}
        wrap={{ base: 'wrap', sm: 'nowrap' }}
        flex="none"
        w={{ sm: 190 }}
        columnGap={10}
        c="var(--ps-ink-3)"
      >
        <time dateTime={at}>
          {formatDay(at, zone)}, {formatTimeWithSeconds(at, zone)}
        </time>
        <button
          type="button"
          className={rows.link}
          aria-label={`Only by ${person}`}
          onClick={() => onChoose({ person: actor.id })}
        >
          {person}
        </button>
      </Flex>
      <div className="ps-fill">
        <Flex component="p" align="baseline" wrap="wrap" columnGap={10}>
          <Text component="b" fw={560}>
            {actionLabel(action)}
          </Text>
          <button
            type="button"
            className={rows.link}
            aria-label={`Only ${about}`}
            onClick={() => onChoose({ subject: subject.type, subjectId: subject.id })}
          >
            {about}
          </button>
        </Flex>
        {fields.length > 0 && <Fields fields={fields.slice(0, VISIBLE_FIELDS)} />}
        {more.length > 0 && (
          <Box component="details" className="ps-note" mt={4}>
            <Box component="summary" lh={{ base: '44px', sm: '24px' }} style={{ cursor: 'pointer' }}>
              {plural(more.length, 'more field')}
            </Box>
            <Fields fields={more} />
          </Box>
        )}
      </div>
    </Flex>
  )
}
