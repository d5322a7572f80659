import { Box } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './field.module.css'
import { join } from './join.ts'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Shows "optional" beside the label. */
  optional?: boolean
  className?: string | undefined
}

export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label above, hint and error below; the control gets the attributes that link it to them. */
export const Field = ({
  label,
  hint,
  error,
  optional,
  className,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) => {
  const id = useId()
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className={join(classes.field, className)}>
      <Box component="label" className="ps-field-label" display="block" htmlFor={id}>
        {label}
        {optional && (
          <Box component="span" className="ps-faint" ml={6} fw={400}>
            optional
          </Box>
        )}
      </Box>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className="ps-field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p className="ps-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A plain input in the product's look, without a visible label: it needs an `aria-label`. */
export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input {...rest} className={join(classes.input, className)} />
)

/** A line of text, a date, a number. */
export const TextField = ({
  label,
  hint,
  error,
  optional,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'id' | keyof FieldProps>) => (
  <Field label={label} hint={hint} error={error} optional={optional} className={className}>
    {(control) => <Input {...rest} {...control} />}
  </Field>
)

/** Several lines of text. */
export const TextAreaField = ({
  label,
  hint,
  error,
  optional,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id' | keyof FieldProps>) => (
  <Field label={label} hint={hint} error={error} optional={optional} className={className}>
    {(control) => <textarea {...rest} {...control} className={classes.input} />}
  </Field>
)
