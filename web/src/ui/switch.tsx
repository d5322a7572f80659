import classes from './switch.module.css'
import rowClasses from './switch-row.module.css'

type Props = {
  /** Its accessible name, if only row and column label it visually. */
  label: string
  checked: boolean
  onChange(checked: boolean): void
  disabled?: boolean
}

/** A switch alone, in a table of them. */
export const Switch = ({ label, checked, onChange, disabled }: Props) => (
  <label className={classes.switch}>
    <input
      className={rowClasses.input}
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span className={rowClasses.track} aria-hidden="true" />
  </label>
)
