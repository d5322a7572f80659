import { Box } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { join } from './join.ts'
import classes from './switch-row.module.css'

export type SwitchRowProps = {
  title: ReactNode
  /** Its meaning, always visible beside it. */
  text?: ReactNode
  checked: boolean
  onChange(checked: boolean): void
  disabled?: boolean
  className?: string | undefined
}

/** Title, meaning, switch at the right; the whole row is the target. */
export const SwitchRow = ({ title, text, checked, onChange, disabled, className }: SwitchRowProps) => {
  const id = useId()
  return (
    <label className={join(classes.row, className)}>
      <span className="ps-fill">
        <Box component="span" display="block" fw={540} lh="20px" id={`${id}-title`}>
          {title}
        </Box>
        {text !== undefined && (
          <Box component="span" className="ps-note" display="block" id={`${id}-text`}>
            {text}
          </Box>
        )}
      </span>
      <input
        className={classes.input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        aria-labelledby={`${id}-title`}
        aria-describedby={text === undefined ? undefined : `${id}-text`}
      />
      <span className={classes.track} aria-hidden="true" />
    </label>
  )
}
