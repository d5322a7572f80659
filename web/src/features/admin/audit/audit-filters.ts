/** Filters of the audit log as stored in the URL; '' matches anything. Days are in the time zone of the log. */
export type AuditFilters = {
  action: string
  person: string
  subject: string
  subjectId: string
  from: string
  to: string
}

export const NO_FILTERS: AuditFilters = { action: '', person: '', subject: '', subjectId: '', from: '', to: '' }

const MAX_LENGTH = 100

export const filtersOf = (address: URLSearchParams): AuditFilters => {
  const readParameter = (name: keyof AuditFilters): string => (address.get(name) ?? '').slice(0, MAX_LENGTH)
  const day = (name: 'from' | 'to'): string =>
    /^\d{4}-\d\d-\d\d$/.test(readParameter(name)) ? readParameter(name) : ''
  return {
    action: readParameter('action'),
    person: readParameter('person'),
    subject: readParameter('subject'),
    subjectId: readParameter('subjectId'),
    from: day('from'),
    to: day('to'),
  }
}

export const isFiltered = (filters: AuditFilters): boolean => Object.values(filters).some((value) => value !== '')

/**
 * Returns the instant at which a day starts in the time zone of the log, `days` later; undefined for an invalid day.
 */
type StartOfDay = (day: string, days: number) => string | undefined

/** Converts the filters to API parameters, from the start of the first day to the end of the last. */
export const auditQueryOf = (filters: AuditFilters, startOf: StartOfDay): URLSearchParams => {
  const params = {
    action: filters.action,
    actorId: filters.person,
    subjectType: filters.subject,
    subjectId: filters.subjectId,
    from: filters.from && startOf(filters.from, 0),
    to: filters.to && startOf(filters.to, 1),
  }
  return new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
