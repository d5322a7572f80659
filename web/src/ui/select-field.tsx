import { IconSelector } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import fieldClasses from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { join } from './join.ts'
import classes from './select-field.module.css'

export type SelectFieldProps = FieldProps & {
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** Placeholder while no option is chosen. */
  placeholder?: string
} & Omit<ComponentProps<'select'>, 'id' | 'children' | keyof FieldProps>

/** A choice of a few by the browser's native select. */
export const SelectField = ({
  label,
  hint,
  error,
  optional,
  className,
  options,
  placeholder,
  ...rest
}: SelectFieldProps) => (
  <Field label={label} hint={hint} error={error} optional={optional} className={className}>
    {(control) => (
      <span className={classes.box}>
        <select {...rest} {...control} className={join(fieldClasses.input, classes.select)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon icon={IconSelector} size={18} />
      </span>
    )}
  </Field>
)
