import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from './api.ts'

type Errors<Draft> = Partial<Record<keyof Draft, string>>

/** Field names by error codes that name no field, and by request fields that differ from the form's. */
type Fields = Readonly<Record<string, string>>

/** The server's errors by field, the first of each: `aliases.0` counts as `aliases`. */
const fieldErrors = (error: unknown, fieldOf: Fields): Record<string, string> => {
  const body = error instanceof ApiError ? error.body : undefined
  if (!body) return {}
  const fieldOfCode = fieldOf[body.code]
  const issues = (body.issues ?? []).map(({ path, message }) => {
    const [key = ''] = path.split('.')
    return [fieldOf[key] ?? key, message] as const
  })
  return Object.fromEntries(
    [...issues, ...(fieldOfCode === undefined ? [] : [[fieldOfCode, body.message] as const])].toReversed(),
  )
}

/** State of a form: its own errors show after the first submit, those of the server until the form changes. */
export const useDraft = <Draft extends object>(
  initial: Draft,
  errorsOf: (draft: Draft) => Errors<Draft>,
  fieldOf: Fields = {},
) => {
  const [draft, setDraft] = useState(initial)
  const [isTried, setTried] = useState(false)
  const [serverErrors, setServerErrors] = useState<Record<string, string>>({})
  const draftErrors = errorsOf(draft)
  const errors: Errors<Draft> & Record<string, string | undefined> = {
    ...serverErrors,
    ...(isTried ? draftErrors : {}),
  }

  const become = (next: Draft): void => {
    setDraft(next)
    setServerErrors({})
  }
  return {
    draft,
    errors,
    become,
    set: (change: Partial<Draft>): void => become({ ...draft, ...change }),
    /** Submits a valid draft; else focuses the first invalid field. */
    submit: (send: (draft: Draft) => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      flushSync(() => setTried(true))
      if (Object.keys(draftErrors).length === 0) send(draft)
      else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    },
    refuse: (error: unknown): void => setServerErrors(fieldErrors(error, fieldOf)),
  }
}
