import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { MouseEvent } from 'react'

export type AsyncButtonProps = ButtonProps & ElementProps<'button', keyof ButtonProps>

/** Whether a click is the second of a double click, which must not send again: `loading` is set only after it. */
const isSentTwice = ({ currentTarget: { type }, detail: clicks }: MouseEvent<HTMLButtonElement>): boolean =>
  type === 'submit' && clicks > 1

/**
 * A button of an action that takes time. While it is `loading` it ignores clicks, has a running edge, and keeps the
 * focus, which a disabled button loses. Its text says so too ("Submitting...").
 */
export const AsyncButton = ({ loading, disabled, onClick, ...rest }: AsyncButtonProps) => (
  <Button
    {...rest}
    disabled={!loading && disabled}
    data-disabled={loading}
    aria-disabled={loading || undefined}
    aria-busy={loading || undefined}
    onClick={(event) => {
      if (loading || isSentTwice(event)) event.preventDefault()
      else onClick?.(event)
    }}
  />
)
