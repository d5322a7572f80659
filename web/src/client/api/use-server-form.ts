import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from './api.ts'

type Errors<Values> = Partial<Record<keyof Values, string>> & Readonly<Record<string, string | undefined>>

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

export type ServerForm<Values> = Omit<UseFormReturnType<Values>, 'onSubmit'> & {
  /** Submits valid values; else focuses the first invalid field. */
  onSubmit(send: (values: Values) => void): (event: FormEvent<HTMLFormElement>) => void
  /** Shows the server's errors beside their fields. */
  refuse(error: unknown): void
}

/** State of a form: its own errors show after the first submit, those of the server until the form changes. */
export const useServerForm = <Values extends object>(
  initialValues: Values,
  errorsOf: (values: Values) => Errors<Values>,
  fieldOf: Fields = {},
): ServerForm<Values> => {
  const isTried = useRef(false)
  const form = useForm<Values>({
    initialValues,
    clearInputErrorOnChange: false,
    onValuesChange: (values) => form.setErrors(isTried.current ? errorsOf(values) : {}),
  })
  return {
    ...form,
    onSubmit: (send) => (event) => {
      event.preventDefault()
      isTried.current = true
      const errors = errorsOf(form.getValues())
      flushSync(() => form.setErrors(errors))
      if (Object.keys(errors).length === 0) send(form.getValues())
      else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    },
    refuse: (error) => form.setErrors(fieldErrors(error, fieldOf)),
  }
}
